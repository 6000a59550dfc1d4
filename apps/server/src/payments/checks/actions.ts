import type { InputOf } from '@patchbay/contract/base/endpoint'
import { readMoney } from '@patchbay/contract/base/money'
import type { checkInvoice } from '@patchbay/contract/payments/invoices'
import { inAccount } from '../../lib/db/transaction.ts'
import { findCheckFacts, insertCheck } from '../issuing/store.ts'
import type { PaymentDeps } from '../operations/decisions.ts'
import { whyCheckRefused } from '../reports/rules.ts'
import { takeReport } from '../reports/service.ts'

export type Asked = InputOf<typeof checkInvoice>['body']['check']

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const readUuid = (text: string): string | undefined => {
  const lower = text.toLowerCase()
  return UUID.test(lower) ? lower : undefined
}

/**
 * P-19, D-43: whether a module may charge. All facts come from one statement, so that the verdict holds for one moment
 * of the order; it is kept with the version of the order it was given for. Undefined: it may.
 */
export const check = async (
  deps: PaymentDeps,
  accountId: number,
  asked: Asked,
  mayFor: (moduleCode: string) => boolean,
): Promise<string | undefined> => {
  const invoiceId = readUuid(asked.invoiceUuid)
  const { refusal, isUnproven } = await inAccount(deps.db, accountId, async (trx) => {
    const found = invoiceId === undefined ? undefined : await findCheckFacts(trx, invoiceId)
    const facts = found && mayFor(found.moduleCode) ? found : undefined
    const amount = readMoney(asked.amount, facts?.currency ?? 'USD')
    const refusal = whyCheckRefused(facts, { amount: amount.ok ? amount.value : undefined, currency: asked.currency })
    await insertCheck(trx, { invoiceId, given: asked, refusal, orderVersion: facts?.orderVersion ?? null })
    return { refusal, isUnproven: facts !== undefined && facts.status === null && !facts.failed }
  })
  // Whoever asks about an invoice has it: its creation, of which we never heard, is proven.
  if (isUnproven) await takeReport(deps, accountId, { source: 'check', invoiceId, said: {}, mayFor })
  return refusal
}
