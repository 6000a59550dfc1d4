// Random histories of an invoice, for the model test.
import fc from 'fast-check'

/** Where a process may crash while it runs an operation. */
export type CrashPoint = 'before-call' | 'after-call' | 'after-commit'

export type Fault = 'none' | 'unsent' | 'resting' | 'rejects' | 'html' | 'error' | 'hangs-before' | 'hangs-after'
export type Trouble = { fault: Fault; dies: CrashPoint | 'never' }

export type Step =
  | ({ do: 'approve' | 'cancel' | 'refund' } & Trouble)
  | ({ do: 'refund-part' } & Trouble)
  | { do: 'pay'; hold: boolean; short: boolean }
  | { do: 'check' | 'edit-order' | 'look' | 'expire' | 'report' | 'report-twice' | 'report-last' | 'lose-report' }

export type Life = { keyed: boolean; asks: boolean; create: Trouble; steps: Step[][] }

const trouble = {
  fault: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fault>('none') },
    { weight: 3, arbitrary: fc.constant<Fault>('hangs-after') },
    { weight: 2, arbitrary: fc.constantFrom<Fault>('unsent', 'resting', 'rejects', 'html', 'error', 'hangs-before') },
  ),
  dies: fc.oneof(
    { weight: 6, arbitrary: fc.constant<CrashPoint | 'never'>('never') },
    { weight: 2, arbitrary: fc.constantFrom<CrashPoint>('before-call', 'after-call', 'after-commit') },
  ),
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('approve' as const, 'cancel' as const), ...trouble }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'refund-part' as const), ...trouble }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      hold: fc.boolean(),
      short: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('look' as const, 'report' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'check',
        'edit-order',
        'expire',
        'report-twice',
        'report-last',
        'lose-report',
      ) as fc.Arbitrary<'check'>,
    }),
  },
)

export const life: fc.Arbitrary<Life> = fc.record({
  keyed: fc.boolean(),
  asks: fc.boolean(),
  create: fc.record({
    ...trouble,
    fault: fc.oneof({ weight: 4, arbitrary: fc.constant<Fault>('none') }, { weight: 1, arbitrary: trouble.fault }),
  }),
  steps: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 7 }),
})
