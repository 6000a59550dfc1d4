import { toDecimal } from '@patchbay/contract/base/money'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { forEachAccount } from '../../platform/accounts/service.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { PURGE_CHECKS } from '../checks/jobs.ts'
import { deleteOldChecks } from '../checks/store.ts'
import { CREATE_HOLD_TASKS, createHoldTasks, SWEEP_INVOICES, sweepAccount } from '../reconciliation/jobs.ts'
import { DEFAULT_LINK_EMAIL, fill, oneLine } from '../settings/rules.ts'
import { findLinkEmail, findPayerName } from '../settings/store.ts'
import { SEND_LINK_EMAIL } from './service.ts'
import { findInvoice } from './store.ts'

export const paymentJobs = (deps: Deps): JobHandler[] => [
  handleJob(SEND_LINK_EMAIL, (payload) => sendLinkEmail(deps, payload)),
  handleJob(
    SWEEP_INVOICES,
    forEachAccount(deps, (accountId) => sweepAccount(deps, accountId)),
  ),
  handleJob(
    CREATE_HOLD_TASKS,
    forEachAccount(deps, (accountId) => createHoldTasks(deps, accountId)),
  ),
  handleJob(
    PURGE_CHECKS,
    forEachAccount(deps, (accountId) => inAccount(deps.db, accountId, deleteOldChecks)),
  ),
]

type Payload = { accountId: number; invoiceId: string; to: string }

/** The link is read when the letter is sent: an invoice that was canceled meanwhile is not sent. */
const sendLinkEmail = async (deps: Deps, { accountId, invoiceId, to }: Payload): Promise<void> => {
  const ready = await inAccount(deps.db, accountId, async (trx) => {
    const invoice = await findInvoice(trx, invoiceId)
    if (invoice?.status !== 'pending' || invoice.link === null) return undefined
    const { orderId } = invoice
    const [account, letter, name] = [await getAccount(trx), await findLinkEmail(trx), await findPayerName(trx, orderId)]
    return { invoice, link: invoice.link, account, letter: letter ?? DEFAULT_LINK_EMAIL, name }
  })
  if (!ready) return
  const { invoice, link, account, letter, name } = ready
  const words = {
    link,
    order: invoice.orderNumber,
    amount: toDecimal(invoice.amount, invoice.currency),
    currency: invoice.currency,
    account: account.name,
    name,
  }
  await deps.mailer.send({ to, subject: oneLine(fill(letter.subject, words)), text: fill(letter.body, words) })
}
