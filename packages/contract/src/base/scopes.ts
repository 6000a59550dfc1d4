/** D-05: what an API key may do, by method family. The names are those that public modules request. */
export const SCOPES = [
  'integration_read',
  'integration_write',
  'telephony_read',
  'telephony_write',
  'payments_read',
  'payments_write',
  'reference_read',
  'reference_write',
  'user_read',
  'user_write',
  'customer_read',
  'customer_write',
  'order_read',
  'order_write',
  'task_read',
  'task_write',
  'file_read',
  'file_write',
] as const

export type Scope = (typeof SCOPES)[number]
