import type { Job } from './lib/jobs.ts'
import { PURGE_CHECKS, SWEEP_INVOICES, WARN_OF_HOLDS } from './payments/jobs.ts'
import { SEND_PAYMENT_LINK } from './payments/letter.ts'
import { CLOSE_LOST } from './telephony/jobs.ts'
import { PURGE_TRAFFIC } from './traffic/jobs.ts'
import { SEND_LINK } from './users/actions.ts'
import { CLEAN_UP } from './users/jobs.ts'
import { FAIL_UNACKNOWLEDGED, PURGE_WEBHOOKS } from './webhooks/jobs.ts'

/** Every job there is; each has exactly one handler (worker.ts), or the worker does not start. */
export const JOBS: readonly Job[] = [
  SEND_LINK,
  CLEAN_UP,
  PURGE_TRAFFIC,
  CLOSE_LOST,
  SEND_PAYMENT_LINK,
  SWEEP_INVOICES,
  WARN_OF_HOLDS,
  PURGE_CHECKS,
  PURGE_WEBHOOKS,
  FAIL_UNACKNOWLEDGED,
]
