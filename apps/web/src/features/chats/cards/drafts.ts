import { type TemplateText, type TemplateValues, templateTexts } from '@patchbay/contract/chats/template-rules'
import type { ProductDraft } from '@patchbay/contract/chats/workspace/messages'
import type { SendableTemplate } from '@patchbay/contract/chats/workspace/templates'
import type { ReplyValues } from '../canned-replies/variables.ts'

// The values of the forms, as the inputs hold them, and what is sent of them.

/** Of each dialog in which a card is chosen. */
export type DialogProps = { chatId: number; onClose: () => void; onSent: () => void }

/** An order of the customer, for the choice of what to send. */
export type CustomerOrder = {
  id: number
  number: string
  /** As it is shown: in the time zone of the account. */
  date: string
  status: string
  total: number
  currency: string
  items: { name: string; price: number; quantity: number; article: string }[]
}

export type ProductValues = {
  name: string
  article: string
  price: string
  currency: string
  quantity: string
  url: string
  img: string
}

const isGiven = (text: string): boolean => text.trim() !== ''

/** People type 12,50 as often as 12.50. */
const decimal = (text: string): string => text.trim().replaceAll(/\s/g, '').replace(',', '.')

export const productDraft = ({ name, article, price, currency, quantity, url, img }: ProductValues): ProductDraft => ({
  name: name.trim(),
  ...(isGiven(article) && { article: article.trim() }),
  ...(isGiven(price) && { price: decimal(price), currency }),
  ...(isGiven(quantity) && { quantity: decimal(quantity) }),
  ...(isGiven(url) && { url: url.trim() }),
  ...(isGiven(img) && { img: img.trim() }),
})

export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text.trim()) && URL.canParse(text.trim())

/** Each product that the customer has ordered, once; the latest price first. */
export const orderedProducts = (orders: readonly CustomerOrder[]): ProductValues[] => {
  const all = orders.flatMap(({ items, currency }) =>
    items.map(({ name, price, article }) => ({
      ...{ name, article, price: String(price), currency, quantity: '', url: '', img: '' },
    })),
  )
  const latest = new Map(all.toReversed().map((product) => [product.name, product]))
  return [...new Set(all.map(({ name }) => name))].flatMap((name) => latest.get(name) ?? [])
}

export type TemplateField = { part: 'header' | 'body'; at: number } | { part: 'buttons'; button: number; at: number }
export type NamedField = { field: TemplateField; name: string; example: string }

/** Every value that a template asks for, in the order of reading. */
export const templateFields = (template: SendableTemplate): NamedField[] => {
  const { header, body, buttons } = templateTexts(template)
  const { example = {} } = template
  const named = (text: TemplateText | undefined, examples: readonly string[] = []) =>
    (text?.names ?? []).map((name, at) => ({ name, at, example: examples[at] ?? '' }))
  return [
    ...named(header, example.header).map(({ at, ...rest }) => ({ field: { part: 'header' as const, at }, ...rest })),
    ...named(body, example.body).map(({ at, ...rest }) => ({ field: { part: 'body' as const, at }, ...rest })),
    ...buttons.flatMap((text, button) =>
      named(text, example.buttons?.[button]).map(({ at, ...rest }) => ({
        field: { part: 'buttons' as const, button, at },
        ...rest,
      })),
    ),
  ]
}

const sized = (text: TemplateText | undefined, fill: (name: string) => string) => (text?.names ?? []).map(fill)

/** What is known of the customer is filled in where the template asks for it by name. */
export const initialValues = (template: SendableTemplate, known: ReplyValues): TemplateValues => {
  const [first = '', last = ''] = [known['customer.firstName'], known['customer.lastName']]
  const names: Record<string, string> = { first_name: first, last_name: last, name: `${first} ${last}`.trim() }
  const fill = (name: string): string => names[name] ?? ''
  const { header, body, buttons } = templateTexts(template)
  return { header: sized(header, fill), body: sized(body, fill), buttons: buttons.map((text) => sized(text, fill)) }
}

export const valueAt = (values: TemplateValues, field: TemplateField): string =>
  (field.part === 'buttons' ? values.buttons[field.button]?.[field.at] : values[field.part][field.at]) ?? ''

const replaced = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((one, place) => (place === at ? value : one))

export const withValue = (values: TemplateValues, field: TemplateField, value: string): TemplateValues =>
  field.part === 'buttons'
    ? {
        ...values,
        buttons: values.buttons.map((list, place) => (place === field.button ? replaced(list, field.at, value) : list)),
      }
    : { ...values, [field.part]: replaced(values[field.part], field.at, value) }

/** For the preview: what is still missing stays visible. */
export const previewValues = (template: SendableTemplate, values: TemplateValues): TemplateValues => {
  const shown = (part: NamedField) => valueAt(values, part.field) || `{{${part.name}}}`
  return templateFields(template).reduce((all, one) => withValue(all, one.field, shown(one)), values)
}
