/** D-05: what an API key may do, by method family. The names are those that public modules ask for. */
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
] as const

export type Scope = (typeof SCOPES)[number]

/**
 * D-06: the older way to say what a key may do: patterns of allowed methods. Modules look for some of these strings
 * verbatim, so a scope lists every spelling that is known to be looked for.
 */
export const CREDENTIALS_OF_SCOPE: Record<Scope, readonly string[]> = {
  integration_read: ['/api/integration-modules/{code}'],
  integration_write: ['/api/integration-modules/{code}/edit', '/api/integration-modules/{code}/update-scopes'],
  telephony_read: ['/api/telephony/manager'],
  telephony_write: ['/api/telephony/call/event', '/api/telephony/calls/upload'],
  payments_read: ['/api/payment/invoice/{invoiceUuid}'],
  payments_write: ['/api/payment/(updateInvoice|check)', '/api/payment/create-invoice', '/api/payment/invoice/import'],
  reference_read: ['/api/reference/(sites|statuses|payment-types|payment-statuses)', '/api/settings'],
  reference_write: ['/api/reference/(sites|payment-types|payment-statuses)/{code}/edit'],
  user_read: ['/api/users', '/api/users/{id}', '/api/user-groups'],
  user_write: ['/api/users/{id}/status'],
  customer_read: ['/api/customers', '/api/customers/{externalId}'],
  customer_write: ['/api/customers/create', '/api/customers/{externalId}/edit'],
  order_read: ['/api/orders', '/api/orders/{externalId}'],
  order_write: ['/api/orders/create', '/api/orders/{externalId}/edit', '/api/orders/payments/(create|edit|delete)'],
  task_read: ['/api/tasks'],
  task_write: ['/api/tasks/create'],
}
