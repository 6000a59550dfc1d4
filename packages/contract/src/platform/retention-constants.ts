// How long an account keeps what grows for ever. No schemas here: the browser loads them.

export const RETENTION_KINDS = [
  ...(['calls', 'messages', 'timeline'] as const),
  ...(['action-log', 'traffic', 'webhooks', 'payment-reports'] as const),
] as const
export type RetentionKind = (typeof RETENTION_KINDS)[number]

/**
 * D-144, in days; null: for ever. Nothing is deleted that was kept before, until an administrator decides otherwise. One year of
 * the Action Log is the least, as audits ask for (PCI DSS 10.5.1, SOC 2), so that nobody can remove the traces of what they just did. Card payments are disputed for up to 540 days: hence the least of payment reports.
 */
export const RETENTION: Readonly<Record<RetentionKind, { normally: number | null; least: number }>> = {
  calls: { normally: null, least: 30 },
  messages: { normally: null, least: 30 },
  timeline: { normally: null, least: 30 },
  'action-log': { normally: null, least: 365 },
  traffic: { normally: 30, least: 1 },
  webhooks: { normally: 30, least: 7 },
  'payment-reports': { normally: null, least: 730 },
}

export const MOST_RETENTION_DAYS = 36_500
