import Type from 'typebox'
import { listDays as listChatDays } from '../../chats/chat-statistics/report-store.ts'
import { reportFor as chatReportFor } from '../../chats/chat-statistics/rules.ts'
import type { Db } from '../../lib/db/database.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { listDays as listPaymentDays } from '../../payments/payment-statistics/report-store.ts'
import { orderCurrencies, reportFor as paymentReportFor } from '../../payments/payment-statistics/rules.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import type { ReportPeriod } from '../../platform/statistics/rules.ts'
import { listDays as listCallDays } from '../../telephony/call-statistics/report-store.ts'
import { reportFor as callReportFor } from '../../telephony/call-statistics/rules.ts'
import type { WeekFigures } from './rules.ts'

export const SEND_WEEKLY_REPORT = defineJob({
  name: 'weekly-reports.send',
  payload: Type.Object({ accountId: Type.Integer(), userId: Type.Integer(), week: Type.String() }),
})

/** The figures of a period as the pages of the reports show them: the same rows, added up by the same rules. */
export const loadFigures = async (trx: Db, period: ReportPeriod): Promise<WeekFigures> => {
  const { serviceLevelSeconds, currency } = await getAccount(trx)
  const payments = await listPaymentDays(trx, period, 'all', [''])
  const currencies = orderCurrencies(
    payments.map((row) => row.currency),
    currency,
  )
  return {
    calls: callReportFor(await listCallDays(trx, period, 'all', ['']), period, serviceLevelSeconds),
    payments: currencies.map((one) => paymentReportFor(payments, period, one)),
    chats: chatReportFor(await listChatDays(trx, period, ['all'], ''), period),
  }
}
