/** Our words, until an account has its own. */
export const DEFAULT_LINK_EMAIL = {
  subject: 'Order {order}: payment of {amount} {currency}',
  body: 'Hello {name},\n\nPlease use this link to pay {amount} {currency} for order {order}:\n\n{link}\n\n{account}\n',
}

export const fill = (template: string, words: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (given, name: string) => (Object.hasOwn(words, name) ? (words[name] ?? '') : given))

/** A heading has one line, whatever a client is called. */
export const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')
