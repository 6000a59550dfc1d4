import { toDecimal } from '@patchbay/contract/base/money'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { type Handled, handles } from '../../lib/queue/jobs.ts'
import { everywhere } from '../../platform/accounts/service.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { PURGE_CHECKS } from '../checks/jobs.ts'
import { deleteOldChecks } from '../checks/store.ts'
import { SWEEP_INVOICES, sweepAccount, WARN_OF_HOLDS, warnOfHolds } from '../reconciliation/jobs.ts'
import { DEFAULT_LETTER, fill, oneLine } from '../settings/rules.ts'
import { findLetter, findPayerName } from '../settings/store.ts'
import { SEND_PAYMENT_LINK } from './service.ts'
import { findInvoice } from './store.ts'

export const paymentJobs = (deps: Deps): Handled[] => [
  handles(SEND_PAYMENT_LINK, (payload) => sendPaymentLink(deps, payload)),
  handles(
    SWEEP_INVOICES,
    everywhere(deps, (accountId) => sweepAccount(deps, accountId)),
  ),
  handles(
    WARN_OF_HOLDS,
    everywhere(deps, (accountId) => warnOfHolds(deps, accountId)),
  ),
  handles(
    PURGE_CHECKS,
    everywhere(deps, (accountId) => inAccount(deps.db, accountId, deleteOldChecks)),
  ),
]

type Payload = { accountId: number; invoiceId: string; to: string }

/** The link is read when the letter is sent: an invoice that was canceled meanwhile is not sent. */
const sendPaymentLink = async (deps: Deps, { accountId, invoiceId, to }: Payload): Promise<void> => {
  const ready = await inAccount(deps.db, accountId, async (trx) => {
    const invoice = await findInvoice(trx, invoiceId)
    if (invoice?.status !== 'pending' || invoice.link === null) return undefined
    const { orderId } = invoice
    const [account, letter, name] = [await getAccount(trx), await findLetter(trx), await findPayerName(trx, orderId)]
    return { invoice, link: invoice.link, account, letter: letter ?? DEFAULT_LETTER, name }
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
