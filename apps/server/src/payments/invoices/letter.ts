import { toDecimal } from '@patchbay/contract/base/money'
import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { findLetter, findPayerName } from '../settings/store.ts'
import { findInvoice } from './store.ts'

/** P-16 */
export const SEND_PAYMENT_LINK = defineJob({
  name: 'payments.send-link',
  payload: Type.Object({ accountId: Type.Integer(), invoiceId: Type.String(), to: Type.String() }),
})

/** Our words, until an account has its own. */
export const DEFAULT_LETTER = {
  subject: 'Order {order}: payment of {amount} {currency}',
  body: 'Hello {name},\n\nyou can pay {amount} {currency} for your order {order} here:\n\n{link}\n\n{account}\n',
}

const fill = (template: string, words: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (given, name: string) => (Object.hasOwn(words, name) ? (words[name] ?? '') : given))

/** A heading has one line, whatever a client is called. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

type Payload = { accountId: number; invoiceId: string; to: string }

/** The link is read when the letter is sent: an invoice that was canceled meanwhile is not sent. */
export const sendPaymentLink = async (deps: Deps, { accountId, invoiceId, to }: Payload): Promise<void> => {
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
