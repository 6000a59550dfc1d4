import { toDecimal } from '@patchbay/contract/base/money'
import type { TraceStep, traceInvoice } from '@patchbay/contract/platform/workspace/traces'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listExchangesAbout } from '../../platform/traffic/store.ts'
import { inOrder, stepOfExchange } from '../../platform/traffic/view.ts'
import { listDiscrepanciesOf, listFacts } from '../discrepancies/store.ts'
import { findInvoice, type Invoice, listHistory } from '../invoices/store.ts'
import { listChecks } from '../issuing/store.ts'
import { aboutInvoice } from '../operations/client.ts'
import { listOperations, type Operation } from '../operations/store.ts'

// How an invoice came to stand where it stands: what people asked for, what the module was asked and answered, what it
// checked and reported, and each move that came of it.

/** user:7 → Bruno; whatever else it is stays as it is written. */
const byWhom = (actor: string): Pick<TraceStep, 'who' | 'values'> => {
  const userId = /^user:(\d+)$/.exec(actor)?.[1]
  return userId === undefined ? { values: { by: actor } } : { who: [{ userId: Number(userId) }], values: {} }
}

const OUTCOMES: Partial<Record<Operation['state'], boolean>> = { confirmed: true, rejected: false, needs_human: false }

const stepsOfOperation = (operation: Operation, { currency }: Invoice): TraceStep[] => {
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

type Facts = Awaited<ReturnType<typeof listFacts>>
type Checks = Awaited<ReturnType<typeof listChecks>>
type Moves = Awaited<ReturnType<typeof listHistory>>

const stepsOfFacts = (facts: Facts): TraceStep[] =>
  facts.map(({ at, source, report }) => ({
    at: at.toISOString(),
    step: 'report',
    values: { source, ...(typeof report.status === 'string' && { status: report.status }) },
  }))

const stepsOfChecks = (checks: Checks): TraceStep[] =>
  checks.map(({ at, refusal }) => ({
    at: at.toISOString(),
    step: refusal === null ? 'check.passed' : 'check.refused',
    ok: refusal === null,
    values: refusal === null ? {} : { said: refusal },
  }))

const stepsOfMoves = (moves: Moves): TraceStep[] =>
  moves.map(({ at, to, actor }) => {
    const by = byWhom(actor)
    return { at: at.toISOString(), step: 'moved', ok: true, ...by, values: { ...by.values, to } }
  })

export const showTrace: Action<Deps, typeof traceInvoice> = async (deps, caller, { params }) => {
  await deps.traffic.flush()
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const invoice = (await findInvoice(trx, params.invoiceId)) ?? fail('not_found')
    const { id, currency, orderId, orderNumber, customerId } = invoice
    const issued = { amount: toDecimal(invoice.amount, currency), currency }
    const operations = await listOperations(trx, id)
    const disagreed = await listDiscrepanciesOf(trx, id)
    const steps = inOrder([
      { at: invoice.createdAt.toISOString(), step: 'invoice.issued', values: issued },
      ...operations.flatMap((operation) => stepsOfOperation(operation, invoice)),
      ...(await listExchangesAbout(trx, aboutInvoice(id))).map(stepOfExchange),
      ...stepsOfChecks(await listChecks(trx, id)),
      ...stepsOfFacts(await listFacts(trx, id)),
      ...stepsOfMoves(await listHistory(trx, id)),
      ...disagreed.map(({ at, kind }) => ({ at: at.toISOString(), step: 'disagreed', ok: false, values: { kind } })),
    ])
    const about = { subject: orderNumber, orderId, ...(customerId !== null && { customerId }) }
    return { success: true, trace: { ...about, steps } }
  })
}
