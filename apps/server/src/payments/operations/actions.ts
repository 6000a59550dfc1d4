import { readMoney } from '@patchbay/contract/base/money'
import type {
  issueInvoice,
  listOrderInvoices,
  lookAtInvoice,
  operateInvoice,
  reissueInvoice,
  resolveOperation,
  sendInvoiceLink,
  WorkspaceInvoice,
} from '@patchbay/contract/payments/workspace/invoices'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { nameOf } from '../../platform/users/actions.ts'
import { SEND_PAYMENT_LINK } from '../invoices/letter.ts'
import { applyAnswer } from '../invoices/service.ts'
import {
  findInvoice,
  findLiveInvoice,
  type Invoice,
  listInvoicesOfOrder,
  lockInvoice,
  updateInvoice,
} from '../invoices/store.ts'
import { tellInvoice } from '../invoices/tell.ts'
import { viewInvoice } from '../invoices/workspace-view.ts'
import { askAndTake, lookAfter } from '../reconciliation/service.ts'
import { runAndWait, storeIssue, storePress } from './operate.ts'
import { offersFor } from './rules.ts'
import { findOpenOperation, lockOpenOperation, settleOperation, updateDueNow } from './store.ts'

// What people do with invoices in the workspace.

export const showInvoices: Action<Deps, typeof listOrderInvoices> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const invoices: WorkspaceInvoice[] = []
    for (const invoice of await listInvoicesOfOrder(trx, params.orderId)) invoices.push(await viewInvoice(trx, invoice))
    return { success: true, invoices }
  })

const shown = (deps: Deps, accountId: number, id: string): Promise<{ success: true; invoice: WorkspaceInvoice }> =>
  inAccount(deps.db, accountId, async (trx) => {
    const invoice = (await findInvoice(trx, id)) ?? fail('not_found')
    return { success: true, invoice: await viewInvoice(trx, invoice) }
  })

const getInvoice = (deps: Deps, accountId: number, id: string): Promise<Invoice> =>
  inAccount(deps.db, accountId, async (trx) => (await findInvoice(trx, id)) ?? fail('not_found'))

/** P-08 */
export const issue: Action<Deps, typeof issueInvoice> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const { paymentId } = params
  const issued = await storeIssue(deps, accountId, {
    paymentId,
    returnUrl: body.returnUrl ?? null,
    by: actorOf(caller),
  })
  await runAndWait(deps, accountId, issued.operationId)
  return shown(deps, accountId, issued.invoiceId)
}

/** P-11…P-14, D-45, D-47 */
export const operate: Action<Deps, typeof operateInvoice> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const { invoiceId } = params
  const { currency } = await getInvoice(deps, accountId, invoiceId)
  const read = body.amount === undefined ? undefined : readMoney(body.amount, currency)
  if (read && !read.ok) return fail('refund_amount_invalid', { values: { reason: read.reason } })
  const press = { invoiceId, kind: body.kind, amount: read?.value, by: actorOf(caller) }
  await runAndWait(deps, accountId, await storePress(deps, accountId, press))
  return shown(deps, accountId, invoiceId)
}

/** D-51: one press; the new invoice is issued in the transaction that learns of the old one's end. */
export const reissue: Action<Deps, typeof reissueInvoice> = async (deps, caller, { params }) => {
  const { accountId } = caller
  const { invoiceId } = params
  const { paymentId } = await getInvoice(deps, accountId, invoiceId)
  const press = { invoiceId, kind: 'cancel', reissue: true, by: actorOf(caller) } as const
  await runAndWait(deps, accountId, await storePress(deps, accountId, press))
  const next = await inAccount(deps.db, accountId, async (trx) => {
    const live = await findLiveInvoice(trx, paymentId)
    return live && live.id !== invoiceId ? { live, open: await findOpenOperation(trx, live.id) } : undefined
  })
  if (next?.open) await runAndWait(deps, accountId, next.open.id)
  return shown(deps, accountId, next?.live.id ?? invoiceId)
}

/** P-16: only while the client can still pay by it. */
export const sendLink: Action<Deps, typeof sendInvoiceLink> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  await inAccount(deps.db, accountId, async (trx) => {
    const invoice = (await findInvoice(trx, params.invoiceId)) ?? fail('not_found')
    if (!offersFor(invoice.status).includes('email') || invoice.link === null) {
      fail('invoice_move_refused', { values: { status: invoice.status ?? 'not created', kind: 'letter' } })
    }
    const to = body.to ?? invoice.email
    if (to === '') fail('email_missing')
    await deps.jobs.send(trx, SEND_PAYMENT_LINK, { accountId, invoiceId: invoice.id, to })
  })
  return { success: true }
}

/** D-46: "check again". */
export const look: Action<Deps, typeof lookAtInvoice> = async (deps, caller, { params }) => {
  const { accountId } = caller
  const { invoiceId } = params
  const { invoice, module, open } = await inAccount(deps.db, accountId, async (trx) => {
    const found = (await findInvoice(trx, invoiceId)) ?? fail('not_found')
    const operation = await findOpenOperation(trx, invoiceId)
    if (operation) await updateDueNow(trx, operation.id)
    return { invoice: found, module: await findModuleById(trx, found.moduleId), open: operation }
  })
  if (open && open.state !== 'needs_human') await lookAfter(deps, accountId, invoiceId)
  else if (module) await askAndTake(deps, accountId, invoice, module)
  return shown(deps, accountId, invoiceId)
}

/** D-46, last in the order of trust: a person, with a reason. */
export const resolve: Action<Deps, typeof resolveOperation> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const invoice = await inAccount(deps.db, accountId, async (trx) => {
    const locked = (await lockInvoice(trx, params.invoiceId)) ?? fail('not_found')
    const open = (await lockOpenOperation(trx, locked.id)) ?? fail('nothing_to_resolve')
    if (open.state === 'requested' || open.state === 'sent') return fail('nothing_to_resolve')
    const closing = { by: actorOf(caller), resolution: body.reason }
    if (body.outcome === 'happened') {
      await applyAnswer(trx, locked, open, { class: 'confirmed' })
      await settleOperation(trx, open.id, { state: 'confirmed' }, closing)
    } else {
      await settleOperation(trx, open.id, { state: 'rejected', errorMsg: body.reason }, closing)
      if (open.kind === 'create') await updateInvoice(trx, locked, { failed: true, errorMsg: body.reason })
    }
    await insertAction(trx, {
      recordType: 'Integration payments',
      actor: await nameOf(trx, caller.userId),
      action: `said that an operation ${body.outcome === 'happened' ? 'happened' : 'did not happen'}`,
      subject: locked.id,
      detail: { operation: open.id, kind: open.kind, reason: body.reason },
    })
    return locked
  })
  await tellInvoice(deps, accountId, invoice)
  return shown(deps, accountId, invoice.id)
}
