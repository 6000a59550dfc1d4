import { routeChats } from '../chats/assignment/lane.ts'
import { chatStatistics } from '../chats/chat-statistics/lane.ts'
import { conversationJobs } from '../chats/conversations/jobs.ts'
import { messageSearchJobs } from '../chats/message-search/jobs.ts'
import { fillMessageSearch, MESSAGE_SEARCH_LANE } from '../chats/message-search/lane.ts'
import { messageJobs } from '../chats/messages/jobs.ts'
import { webhookJobs } from '../chats/webhook-delivery/jobs.ts'
import { deliverWebhooks } from '../chats/webhook-delivery/lane.ts'
import { WEBHOOK_LANE } from '../chats/webhook-delivery/rules.ts'
import { importJobs } from '../crm/imports/jobs.ts'
import { serveImports } from '../crm/imports/lane.ts'
import { IMPORT_LANE } from '../crm/imports/rules.ts'
import { fillSearch, SEARCH_FILL_LANE } from '../crm/search/lane.ts'
import { taskJobs } from '../crm/tasks/jobs.ts'
import { timelineJobs } from '../crm/timeline/jobs.ts'
import { type Deps, withMoneyPool } from '../deps.ts'
import { sendActivityCallback } from '../integration-modules/activity/lane.ts'
import { STATE_LANE } from '../integration-modules/activity/rules.ts'
import { weeklyReportJobs } from '../integration-modules/weekly-reports/jobs.ts'
import { serveLanes } from '../lib/queue/lane-worker.ts'
import { checkJobs } from '../payments/checks/jobs.ts'
import { invoiceJobs } from '../payments/invoices/jobs.ts'
import { OPERATION_LANE } from '../payments/operations/rules.ts'
import { PAYMENT_DAY_LANE } from '../payments/payment-days/day-rules.ts'
import { comparePaymentDays } from '../payments/payment-days/lane.ts'
import { paymentStatistics } from '../payments/payment-statistics/lane.ts'
import { reconciliationJobs } from '../payments/reconciliation/jobs.ts'
import { serveOperations } from '../payments/reconciliation/lane.ts'
import { reportJobs } from '../payments/reports/jobs.ts'
import { serveStatements } from '../payments/statements/lane.ts'
import { STATEMENT_LANE } from '../payments/statements/rules.ts'
import { actionLogJobs } from '../platform/action-log/jobs.ts'
import { laneJobs } from '../platform/clean-up/jobs.ts'
import { closingJobs } from '../platform/closing/jobs.ts'
import { exportJobs } from '../platform/exports/jobs.ts'
import { serveExports } from '../platform/exports/lane.ts'
import { EXPORT_LANE } from '../platform/exports/rules.ts'
import { fileJobs } from '../platform/files/jobs.ts'
import { idempotencyJobs } from '../platform/idempotency/jobs.ts'
import { notificationJobs } from '../platform/notifications/jobs.ts'
import { announceNotifications, NOTIFICATION_LANE } from '../platform/notifications/lane.ts'
import { pushJobs } from '../platform/push/jobs.ts'
import { routingJobs } from '../platform/routing/jobs.ts'
import { ROUTING_LANE } from '../platform/routing/rules.ts'
import { userJobs } from '../platform/sessions/jobs.ts'
import { keepStatistics, STATISTICS_LANE } from '../platform/statistics/lane.ts'
import { trafficJobs } from '../platform/traffic/jobs.ts'
import { callStatistics } from '../telephony/call-statistics/lane.ts'
import { telephonyJobs } from '../telephony/calls/jobs.ts'
import { notifyUserStatus } from '../telephony/statuses/lane.ts'
import { STATUS_LANE } from '../telephony/statuses/rules.ts'
import { JOBS } from './job-list.ts'

/** All background work: jobs and lanes. */
export const startBackgroundWork = async (deps: Deps): Promise<{ stop: () => Promise<void> }> => {
  await deps.jobs.work(JOBS, [
    ...userJobs(deps),
    ...closingJobs(deps),
    ...trafficJobs(deps),
    ...actionLogJobs(deps),
    ...fileJobs(deps),
    ...laneJobs(deps),
    ...idempotencyJobs(deps),
    ...notificationJobs(deps),
    ...pushJobs(deps),
    ...routingJobs(deps),
    ...taskJobs(deps),
    ...timelineJobs(deps),
    ...importJobs(deps),
    ...exportJobs(deps),
    ...telephonyJobs(deps),
    ...invoiceJobs(deps),
    ...reconciliationJobs(deps),
    ...checkJobs(deps),
    ...reportJobs(deps),
    ...conversationJobs(deps),
    ...messageJobs(deps),
    ...messageSearchJobs(deps),
    ...webhookJobs(deps),
    ...weeklyReportJobs(deps),
  ])
  const { db, pool, redis, log, config } = deps
  const lanes = serveLanes(
    { db, pool, redis, prefix: config.redisPrefix, log },
    {
      [OPERATION_LANE]: serveOperations(withMoneyPool(deps)),
      [STATEMENT_LANE]: serveStatements(deps),
      [PAYMENT_DAY_LANE]: comparePaymentDays(deps),
      [STATE_LANE]: sendActivityCallback(deps),
      [STATUS_LANE]: notifyUserStatus(deps),
      [WEBHOOK_LANE]: deliverWebhooks(deps),
      [NOTIFICATION_LANE]: announceNotifications(deps),
      [ROUTING_LANE]: routeChats(deps),
      [SEARCH_FILL_LANE]: fillSearch(deps),
      [IMPORT_LANE]: serveImports(deps),
      [EXPORT_LANE]: serveExports(deps),
      [MESSAGE_SEARCH_LANE]: fillMessageSearch(deps),
      [STATISTICS_LANE]: keepStatistics(deps, [callStatistics, paymentStatistics, chatStatistics]),
    },
  )
  return { stop: () => lanes.stop() }
}
