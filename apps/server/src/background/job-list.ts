import { END_SNOOZE } from '../chats/conversations/state-service.ts'
import { EXPIRE_MESSAGE_SEARCH } from '../chats/message-search/jobs.ts'
import { FAIL_UNACKNOWLEDGED, PURGE_MESSAGES } from '../chats/messages/jobs.ts'
import { PURGE_WEBHOOKS } from '../chats/webhook-delivery/jobs.ts'
import { PURGE_IMPORTS } from '../crm/imports/jobs.ts'
import { NOTIFY_DUE_TASKS } from '../crm/tasks/jobs.ts'
import { PURGE_TIMELINE } from '../crm/timeline/jobs.ts'
import { SCHEDULE_WEEKLY_REPORTS } from '../integration-modules/weekly-reports/jobs.ts'
import { SEND_WEEKLY_REPORT } from '../integration-modules/weekly-reports/service.ts'
import type { Job } from '../lib/queue/jobs.ts'
import { PURGE_CHECKS } from '../payments/checks/jobs.ts'
import { SEND_LINK_EMAIL } from '../payments/invoices/service.ts'
import { CREATE_HOLD_TASKS, SWEEP_INVOICES } from '../payments/reconciliation/jobs.ts'
import { PURGE_REPORTS } from '../payments/reports/jobs.ts'
import { PURGE_ACTION_LOG } from '../platform/action-log/jobs.ts'
import { PURGE_LANES } from '../platform/clean-up/jobs.ts'
import { ERASE_ACCOUNTS } from '../platform/closing/jobs.ts'
import { PURGE_EXPORTS } from '../platform/exports/jobs.ts'
import { PURGE_FILES } from '../platform/files/jobs.ts'
import { REMOVE_BYTES } from '../platform/files/service.ts'
import { PURGE_IDEMPOTENCY_KEYS } from '../platform/idempotency/jobs.ts'
import { PURGE_NOTIFICATIONS } from '../platform/notifications/jobs.ts'
import { SEND_PUSH } from '../platform/push/service.ts'
import { PURGE_DECISIONS, ROUTE_WAITING } from '../platform/routing/jobs.ts'
import { CLEAN_UP } from '../platform/sessions/jobs.ts'
import { SEND_LINK } from '../platform/sessions/service.ts'
import { PURGE_TRAFFIC } from '../platform/traffic/jobs.ts'
import { CLOSE_STALE_CALLS, PURGE_CALLS } from '../telephony/calls/jobs.ts'

/** All jobs; each has exactly one handler, or the worker does not start. */
export const JOBS: readonly Job[] = [
  SEND_LINK,
  CLEAN_UP,
  ERASE_ACCOUNTS,
  PURGE_TRAFFIC,
  PURGE_ACTION_LOG,
  PURGE_CALLS,
  PURGE_MESSAGES,
  PURGE_TIMELINE,
  PURGE_REPORTS,
  PURGE_FILES,
  REMOVE_BYTES,
  PURGE_LANES,
  PURGE_IDEMPOTENCY_KEYS,
  PURGE_NOTIFICATIONS,
  SEND_PUSH,
  ROUTE_WAITING,
  PURGE_DECISIONS,
  NOTIFY_DUE_TASKS,
  PURGE_IMPORTS,
  PURGE_EXPORTS,
  CLOSE_STALE_CALLS,
  SEND_LINK_EMAIL,
  SWEEP_INVOICES,
  CREATE_HOLD_TASKS,
  PURGE_CHECKS,
  PURGE_WEBHOOKS,
  FAIL_UNACKNOWLEDGED,
  EXPIRE_MESSAGE_SEARCH,
  END_SNOOZE,
  SCHEDULE_WEEKLY_REPORTS,
  SEND_WEEKLY_REPORT,
]
