import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  canAbort,
  gatesIn,
  isMoverDone,
  isOver,
  lets,
  type MoveState,
  stateAfter,
  whyNotFinish,
  whyNotReplicate,
} from './move-rules.ts'

const STATES: MoveState[] = [
  ...(['planned', 'draining', 'frozen', 'copied', 'verified', 'decided', 'opened', 'done', 'aborted'] as const),
]

it('never lets transactions in at both cells, whatever the state', () => {
  for (const state of STATES) {
    const { source, target } = gatesIn(state)
    // Before the decision the target is closed, after it the source; an aborted move left nothing at the target.
    if (state !== 'aborted') expect([state, lets(source) && lets(target)]).toEqual([state, false])
  }
})

it('aborts only before the decision, and a move that is over stays so', () => {
  expect(STATES.filter(canAbort)).toEqual(['planned', 'draining', 'frozen', 'copied', 'verified'])
  for (const state of STATES.filter(isOver))
    expect([stateAfter(state, 'advance'), stateAfter(state, 'abort')]).toEqual([undefined, undefined])
  expect(STATES.filter(isMoverDone)).toEqual(['opened', 'done', 'aborted'])
})

type Cell = 'source' | 'target'
/** The rows that each cell has of the account, and what was acknowledged; a write succeeds where a gate lets it in. */
type Model = {
  state: MoveState
  rows: Record<Cell, Set<number>>
  acknowledged: Set<number>
  /** Who finds the account by its host name. */
  hosts: Record<Cell, boolean>
}

const write = (model: Model, cell: Cell, n: number): void => {
  if (!model.hosts[cell] || !lets(gatesIn(model.state)[cell])) return
  model.rows[cell].add(n)
  model.acknowledged.add(n)
}

/** The work of a state, before the state changes: what a mover that is killed has done already. */
const work = (model: Model): void => {
  if (model.state === 'frozen') model.rows.target = new Set(model.rows.source)
  if (model.state === 'decided') model.hosts.target = true
  if (model.state === 'opened') model.rows.source.clear()
}

const change = (model: Model, to: MoveState): void => {
  if (to === 'decided') model.hosts.source = false
  if (to === 'aborted') model.rows.target.clear()
  model.state = to
}

const step = fc.oneof(
  fc.constant({ kind: 'advance' as const }),
  fc.constant({ kind: 'killed after the work' as const }),
  fc.constant({ kind: 'abort' as const }),
  fc.record({ kind: fc.constant('write' as const), cell: fc.constantFrom<Cell>('source', 'target') }),
)

it('keeps every acknowledged write, over writes, kills and aborts in any order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const model: Model = {
        state: 'planned',
        rows: { source: new Set(), target: new Set() },
        acknowledged: new Set(),
        hosts: { source: true, target: false },
      }
      for (const [n, one] of steps.entries()) {
        if (one.kind === 'write') write(model, one.cell, n)
        else if (one.kind === 'abort') {
          if (canAbort(model.state)) change(model, 'aborted')
        } else if (!isOver(model.state)) {
          work(model)
          const next = stateAfter(model.state, 'advance')
          if (one.kind === 'advance' && next) change(model, next)
        }
      }
      const isDecided = ['decided', 'opened', 'done'].includes(model.state)
      const owner = model.rows[isDecided ? 'target' : 'source']
      expect([...model.acknowledged].filter((n) => !owner.has(n))).toEqual([])
      expect([...owner].filter((n) => !model.acknowledged.has(n))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

it('deletes the old rows only after the time for which they are kept', () => {
  const openedAt = new Date('2026-11-18T00:00:00Z')
  const at = (hours: number) => new Date(openedAt.getTime() + hours * 3_600_000)
  expect(whyNotFinish({ state: 'opened', openedAt }, at(23), 24)).toContain('1 more hours')
  expect(whyNotFinish({ state: 'opened', openedAt }, at(24), 24)).toBeUndefined()
  expect(whyNotFinish({ state: 'verified', openedAt: null }, at(99), 24)).toContain('verified')
})

it('names what a move by replication lacks, and in which cell', () => {
  const able = { walLevel: 'logical', mayReplicate: true, hasFunctions: true, freeSlots: 2, freeWorkers: 2 }
  const [east, west] = [
    { name: 'east', ...able },
    { name: 'west', ...able },
  ]
  expect(whyNotReplicate(east, west, [])).toBeUndefined()
  // Only what is sent needs it.
  expect(whyNotReplicate(east, { ...west, walLevel: 'replica' }, [])).toBeUndefined()
  expect(whyNotReplicate({ ...east, walLevel: 'replica' }, west, [])).toContain('east has wal_level = replica')
  expect(whyNotReplicate({ ...east, mayReplicate: false }, west, [])).toContain('patchbay cell init east --replication')
  expect(whyNotReplicate(east, { ...west, hasFunctions: false }, [])).toContain('patchbay cell init west --replication')
  expect(whyNotReplicate(east, west, ['call'])).toContain('call: move by copy')
  expect(whyNotReplicate({ ...east, freeSlots: 1 }, west, [])).toContain('east has 1 free replication slots')
  expect(whyNotReplicate(east, { ...west, freeSlots: 1 }, [])).toContain('max_replication_slots')
  expect(whyNotReplicate(east, { ...west, freeWorkers: 0 }, [])).toContain('max_logical_replication_workers')
})
