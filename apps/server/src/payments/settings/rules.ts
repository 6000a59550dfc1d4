import type { Mapping } from './store.ts'

/** D-88: the mapping of a new account. */
export const DEFAULT_MAPPINGS: readonly Mapping[] = [
  { invoiceStatus: 'pending', paymentStatus: 'not-paid' },
  { invoiceStatus: 'waitingForCapture', paymentStatus: 'wait-approved' },
  { invoiceStatus: 'succeeded', paymentStatus: 'paid' },
  { invoiceStatus: 'canceled', paymentStatus: 'canceled' },
  { invoiceStatus: 'refundSucceeded', paymentStatus: 'returned' },
]

/** D-50: the mapping as plain fields, so that the action log can say what changed. */
export const fieldsOfMappings = (mappings: readonly Mapping[]): Record<string, string> =>
  Object.fromEntries(
    mappings.map(({ paymentType, invoiceStatus, paymentStatus }) => [
      paymentType === undefined ? invoiceStatus : `${paymentType}: ${invoiceStatus}`,
      paymentStatus,
    ]),
  )

/** P-16: used until an account has its own text. */
export const DEFAULT_LINK_EMAIL = {
  subject: 'Order {order}: payment of {amount} {currency}',
  body: 'Hello {name},\n\nPlease use this link to pay {amount} {currency} for order {order}:\n\n{link}\n\n{account}\n',
}

/** P-16: fills in {name} placeholders; unknown ones stay. */
export const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (given, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : given))

/** P-16: a subject has one line, whatever a customer is called. */
export const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

/** D-50: the errors of a mapping by field: payment types and statuses must exist, each pair is mapped once. */
export const whyMappingsRefused = (
  mappings: readonly Mapping[],
  known: { types: readonly string[]; statuses: readonly string[] },
): Record<string, string> => {
  const seen = new Set<string>()
  const fields: Record<string, string> = {}
  for (const [index, { paymentType, invoiceStatus, paymentStatus }] of mappings.entries()) {
    const at = `mappings.${index}`
    if (paymentType !== undefined && !known.types.includes(paymentType)) fields[`${at}.paymentType`] = 'does not exist'
    if (!known.statuses.includes(paymentStatus)) fields[`${at}.paymentStatus`] = 'does not exist'
    if (seen.has(`${paymentType}/${invoiceStatus}`)) fields[`${at}.invoiceStatus`] = 'is mapped twice'
    seen.add(`${paymentType}/${invoiceStatus}`)
  }
  return fields
}
