import { toDecimal } from '@patchbay/contract/base/money'
import type { getInvoiceHistory } from '@patchbay/contract/payments/workspace/invoice-list'
import type { traceInvoice } from '@patchbay/contract/platform/workspace/traces'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listExchangesAbout } from '../../platform/traffic/store.ts'
import { inOrder, stepOfExchange } from '../../platform/traffic/view.ts'
import { listChecks } from '../checks/store.ts'
import { listDiscrepanciesOf } from '../discrepancies/store.ts'
import { aboutInvoice } from '../invoices/rules.ts'
import { getInvoice, type Invoice, listHistory } from '../invoices/store.ts'
import { listOperations } from '../operations/store.ts'
import { listReports } from '../reports/store.ts'
import { verdictsOf } from './rules.ts'
import { stepsOfChecks, stepsOfFacts, stepsOfMoves, stepsOfOperation } from './view.ts'

/** What users, the module and the system did with an invoice, without the requests that carried it. */
const stepsOf = async (trx: Db, invoice: Invoice) => {
  const { id, currency } = invoice
  const issued = { amount: toDecimal(invoice.amount, currency), currency }
  const operations = await listOperations(trx, id)
  const disagreed = await listDiscrepanciesOf(trx, id)
  const steps = [
    { at: invoice.createdAt.toISOString(), step: 'invoice.issued', values: issued },
    ...operations.flatMap((operation) => stepsOfOperation(operation, invoice)),
    ...stepsOfChecks(await listChecks(trx, id)),
    ...stepsOfFacts(await listReports(trx, id)),
    ...stepsOfMoves(await listHistory(trx, id)),
    ...disagreed.map(({ at, kind }) => ({ at: at.toISOString(), step: 'disagreed', ok: false, values: { kind } })),
  ]
  return { steps, operations, disagreed }
}

export const showInvoiceTrace: Action<Deps, typeof traceInvoice> = async (deps, caller, { params }) => {
  await deps.traffic.flush(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const invoice = await getInvoice(trx, params.invoiceId)
    const { id, orderId, orderNumber, customerId } = invoice
    const { steps, operations, disagreed } = await stepsOf(trx, invoice)
    const exchanges = (await listExchangesAbout(trx, aboutInvoice(id))).map(stepOfExchange)
    const about = { subject: orderNumber, orderId, ...(customerId !== null && { customerId }) }
    const verdicts = verdictsOf(invoice, operations.at(-1), disagreed.length)
    return { success: true, trace: { ...about, verdicts, steps: inOrder([...exchanges, ...steps]) } }
  })
}

export const showInvoiceHistory: Action<Deps, typeof getInvoiceHistory> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const invoice = await getInvoice(trx, params.invoiceId)
    const { orderId, orderNumber } = invoice
    const { steps } = await stepsOf(trx, invoice)
    return { success: true, orderId, orderNumber, steps: inOrder(steps) }
  })
