import { toDecimal } from '@patchbay/contract/base/money'
import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import type { listChecks } from '../checks/store.ts'
import type { Invoice, listHistory } from '../invoices/store.ts'
import type { Operation } from '../operations/store.ts'
import type { listReports } from '../reports/store.ts'

// The trace of an invoice: operations of users, requests to the module and its responses, checks, reports, and each
// status change.

/** user:7 → Bruno; other actors stay as they are. */
const byWhom = (actor: string): Pick<TraceStep, 'who' | 'values'> => {
  const userId = /^user:(\d+)$/.exec(actor)?.[1]
  return userId === undefined ? { values: { by: actor } } : { who: [{ userId: Number(userId) }], values: {} }
}

const OUTCOMES: Partial<Record<Operation['state'], boolean>> = { confirmed: true, rejected: false, needs_human: false }

export const stepsOfOperation = (operation: Operation, { currency }: Invoice): TraceStep[] => {
  const { kind, state, amount, errorMsg, resolution } = operation
  const asked = byWhom(operation.requestedBy)
  const sum = amount === null ? {} : { amount: toDecimal(amount, currency), currency }
  const ended = operation.resolvedAt ?? operation.sentAt
  const said = resolution ?? errorMsg
  const ok = OUTCOMES[state]
  const end = byWhom(operation.resolvedBy ?? '')
  return [
    {
      at: operation.createdAt.toISOString(),
      step: 'operation.requested',
      ...asked,
      values: { ...asked.values, kind, ...sum },
    },
    ...(ended && state !== 'requested'
      ? [
          {
            at: ended.toISOString(),
            step: `operation.${state}`,
            ...(ok !== undefined && { ok }),
            ...end,
            values: { ...end.values, kind, ...(said !== null && { said }) },
          },
        ]
      : []),
  ]
}

type Facts = Awaited<ReturnType<typeof listReports>>
type Checks = Awaited<ReturnType<typeof listChecks>>
type Moves = Awaited<ReturnType<typeof listHistory>>

export const stepsOfFacts = (facts: Facts): TraceStep[] =>
  facts.map(({ at, source, report }) => ({
    at: at.toISOString(),
    step: 'report',
    values: { source, ...(typeof report.status === 'string' && { status: report.status }) },
  }))

export const stepsOfChecks = (checks: Checks): TraceStep[] =>
  checks.map(({ at, refusal }) => ({
    at: at.toISOString(),
    step: refusal === null ? 'check.passed' : 'check.refused',
    ok: refusal === null,
    values: refusal === null ? {} : { said: refusal },
  }))

export const stepsOfMoves = (moves: Moves): TraceStep[] =>
  moves.map(({ at, to, actor }) => {
    const by = byWhom(actor)
    return { at: at.toISOString(), step: 'moved', ok: true, ...by, values: { ...by.values, to } }
  })
