import { chatRoutingKeys } from '../features/chats/assignment/live.ts'
import { chatStatisticsKeys } from '../features/chats/chat-statistics/live.ts'
import { chatKeys } from '../features/chats/conversations/live.ts'
import { webhookKeys } from '../features/chats/webhooks/live.ts'
import { customerKeys } from '../features/crm/customers/live.ts'
import { dailyPaymentKeys } from '../features/crm/daily-payments/live.ts'
import { importKeys } from '../features/crm/imports/live.ts'
import { orderKeys } from '../features/crm/orders/live.ts'
import { taskKeys } from '../features/crm/tasks/live.ts'
import { moduleKeys } from '../features/integration-modules/health/live.ts'
import { setupStepKeys } from '../features/integration-modules/setup-steps/live.ts'
import { paymentAttentionKeys } from '../features/payments/attention/live.ts'
import { invoiceListKeys } from '../features/payments/invoice-list/live.ts'
import { invoiceKeys } from '../features/payments/invoices/live.ts'
import { paymentDayKeys } from '../features/payments/payment-days/live.ts'
import { paymentStatisticsKeys } from '../features/payments/payment-statistics/live.ts'
import { exportKeys } from '../features/platform/exports/live.ts'
import { notificationKeys } from '../features/platform/notifications/live.ts'
import { userKeys } from '../features/platform/users/live.ts'
import { callCardKeys } from '../features/telephony/call-cards/live.ts'
import { callStatisticsKeys } from '../features/telephony/call-statistics/live.ts'
import { callKeys } from '../features/telephony/calls/live.ts'
import { clickToCallKeys } from '../features/telephony/click-to-call/live.ts'
import { dailyCallKeys } from '../features/telephony/daily-calls/live.ts'
import { missedCallKeys } from '../features/telephony/missed-calls/live.ts'
import { openCallKeys } from '../features/telephony/open-calls/live.ts'

/** Which queries each live event makes stale, by feature. */
export const LIVE_KEYS = [
  userKeys,
  notificationKeys,
  customerKeys,
  orderKeys,
  taskKeys,
  importKeys,
  exportKeys,
  dailyPaymentKeys,
  callKeys,
  callCardKeys,
  clickToCallKeys,
  missedCallKeys,
  dailyCallKeys,
  openCallKeys,
  callStatisticsKeys,
  invoiceKeys,
  invoiceListKeys,
  paymentAttentionKeys,
  paymentDayKeys,
  paymentStatisticsKeys,
  chatKeys,
  chatRoutingKeys,
  chatStatisticsKeys,
  webhookKeys,
  moduleKeys,
  setupStepKeys,
]
