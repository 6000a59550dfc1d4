import { toDecimal } from '@patchbay/contract/base/money'
import { whyClosed } from '@patchbay/contract/payments/check-rules'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { findCheckFacts } from '../checks/store.ts'
import { DEFAULT_LINK_EMAIL, fill, oneLine } from '../settings/rules.ts'
import { findLinkEmail, findPayerName } from '../settings/store.ts'
import { SEND_LINK_EMAIL } from './service.ts'
import { findInvoice } from './store.ts'

export const invoiceJobs = (deps: Deps): JobHandler[] => [
  handleJob(SEND_LINK_EMAIL, (payload) => sendLinkEmail(deps, payload)),
]

type Payload = { accountId: number; invoiceId: string; to: string }

/** P-16: the link is read when the email is sent, so what nobody can pay any more is not sent. */
const sendLinkEmail = async (deps: Deps, { accountId, invoiceId, to }: Payload): Promise<void> => {
  const ready = await inAccount(deps.db, accountId, async (trx) => {
    const invoice = await findInvoice(trx, invoiceId)
    if (invoice?.status !== 'pending' || invoice.link === null) return undefined
    const facts = await findCheckFacts(trx, invoice.id)
    if (facts && whyClosed(facts)) return undefined
    const { orderId } = invoice
    const [account, email, name] = [await getAccount(trx), await findLinkEmail(trx), await findPayerName(trx, orderId)]
    return { invoice, link: invoice.link, account, email: email ?? DEFAULT_LINK_EMAIL, name }
  })
  if (!ready) return
  const { invoice, link, account, email, name } = ready
  const values = {
    link,
    order: invoice.orderNumber,
    amount: toDecimal(invoice.amount, invoice.currency),
    currency: invoice.currency,
    account: account.name,
    name,
  }
  await deps.mailer.send({ to, subject: oneLine(fill(email.subject, values)), text: fill(email.body, values) })
}
