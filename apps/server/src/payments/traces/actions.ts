import { toDecimal } from '@patchbay/contract/base/money'
import type { traceInvoice } from '@patchbay/contract/platform/workspace/traces'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listExchangesAbout } from '../../platform/traffic/store.ts'
import { inOrder, stepOfExchange } from '../../platform/traffic/view.ts'
import { listChecks } from '../checks/store.ts'
import { listDiscrepanciesOf } from '../discrepancies/store.ts'
import { aboutInvoice } from '../invoices/rules.ts'
import { getInvoice, listHistory } from '../invoices/store.ts'
import { listOperations } from '../operations/store.ts'
import { listReports } from '../reports/store.ts'
import { verdictsOf } from './rules.ts'
import { stepsOfChecks, stepsOfFacts, stepsOfMoves, stepsOfOperation } from './view.ts'

export const showInvoiceTrace: Action<Deps, typeof traceInvoice> = async (deps, caller, { params }) => {
  await deps.traffic.flush()
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const invoice = await getInvoice(trx, params.invoiceId)
    const { id, currency, orderId, orderNumber, customerId } = invoice
    const issued = { amount: toDecimal(invoice.amount, currency), currency }
    const operations = await listOperations(trx, id)
    const disagreed = await listDiscrepanciesOf(trx, id)
    const steps = inOrder([
      { at: invoice.createdAt.toISOString(), step: 'invoice.issued', values: issued },
      ...operations.flatMap((operation) => stepsOfOperation(operation, invoice)),
      ...(await listExchangesAbout(trx, aboutInvoice(id))).map(stepOfExchange),
      ...stepsOfChecks(await listChecks(trx, id)),
      ...stepsOfFacts(await listReports(trx, id)),
      ...stepsOfMoves(await listHistory(trx, id)),
      ...disagreed.map(({ at, kind }) => ({ at: at.toISOString(), step: 'disagreed', ok: false, values: { kind } })),
    ])
    const about = { subject: orderNumber, orderId, ...(customerId !== null && { customerId }) }
    const verdicts = verdictsOf(invoice, operations.at(-1), disagreed.length)
    return { success: true, trace: { ...about, verdicts, steps } }
  })
}
