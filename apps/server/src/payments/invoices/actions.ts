import { whyClosed } from '@patchbay/contract/payments/check-rules'
import type { getInvoice as getInvoiceEndpoint } from '@patchbay/contract/payments/invoices'
import type {
  listOrderInvoices,
  sendInvoiceLink,
  WorkspaceInvoice,
} from '@patchbay/contract/payments/workspace/invoices'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { readUuid } from '../../lib/text/uuid.ts'
import { mayNow } from '../../platform/api-keys/service.ts'
import { findCheckFacts } from '../checks/store.ts'
import { listRefunds } from '../refunds/store.ts'
import { presentInvoice } from './api-view.ts'
import { actionsFor, canSeeInvoice } from './rules.ts'
import { loadInvoiceView, SEND_LINK_EMAIL } from './service.ts'
import { findInvoiceOwner, getInvoice, listInvoicesOfOrder } from './store.ts'

export const showInvoice: Action<Deps, typeof getInvoiceEndpoint> = async (deps, caller, { params }) => {
  const { timezone } = await deps.accounts.account(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const id = readUuid(params.invoiceUuid) ?? fail('not_found')
    const owner = (await findInvoiceOwner(trx, id)) ?? fail('not_found')
    if (!(await mayNow(trx, caller, (key) => canSeeInvoice(key, owner)))) fail('not_found')
    const invoice = await getInvoice(trx, id)
    return { success: true, invoice: presentInvoice(invoice, await listRefunds(trx, invoice), timezone) }
  })
}

export const showInvoices: Action<Deps, typeof listOrderInvoices> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const invoices: WorkspaceInvoice[] = []
    for (const invoice of await listInvoicesOfOrder(trx, params.orderId))
      invoices.push(await loadInvoiceView(trx, invoice))
    return { success: true, invoices }
  })

/** P-16: only while the customer can still pay by it. */
export const sendLink: Action<Deps, typeof sendInvoiceLink> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  await inAccount(deps.db, accountId, async (trx) => {
    const invoice = await getInvoice(trx, params.invoiceId)
    if (!actionsFor(invoice.status).includes('email') || invoice.link === null) {
      fail('invoice_move_refused', { values: { status: invoice.status ?? 'not created', kind: 'email' } })
    }
    const facts = await findCheckFacts(trx, invoice.id)
    const closed = facts && whyClosed(facts)
    if (closed) fail(closed.code, { values: { shop: facts.shopName } })
    const to = body.to ?? invoice.email
    if (to === '') fail('email_missing')
    await deps.jobs.send(trx, SEND_LINK_EMAIL, { accountId, invoiceId: invoice.id, to })
  })
  return { success: true }
}
