import type { SentTemplate } from './message-cards.ts'
import type { TemplateContent } from './templates.ts'

// D-95, D-117: the variables of a template, and the message that comes of them. The workspace shows the same as a preview.

/** D-95: the variables of the OpenAPI document's form, by number. */
const VARIABLES = ['custom', 'name', 'first_name', 'last_name'] as const

type Part = NonNullable<TemplateContent['template']>[number]

const namedPart = (part: Part): string | { var?: string } => {
  if (typeof part === 'string' || typeof part.var === 'string') return part as string | { var: string }
  const { text } = part as { text?: string }
  if (text !== undefined) return text
  const name = part.var === undefined ? undefined : VARIABLES[part.var]
  return name === undefined || name === 'custom' ? {} : { var: name }
}

/** D-95: a template as the integration API lists it, whichever form it came in. */
export const namedTemplate = ({ template, body }: Pick<TemplateContent, 'template' | 'body'>) =>
  template ? template.map(namedPart) : body ? [body] : []

/** A text with variables: `names` has one for each value that is asked for, a number where the template gives none. */
export type TemplateText = { parts: (string | { at: number })[]; names: string[] }

const VARIABLE = /\{\{\s*([\w.]+)\s*\}\}/g

const isNumbered = (names: readonly string[]): boolean => names.every((name) => /^\d+$/.test(name))

/** `{{2}}` is the second value wherever it stands, and a variable that occurs twice is one value. */
const textOf = (text: string): TemplateText => {
  const found = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))]
  const names = isNumbered(found) ? found.toSorted((one, other) => Number(one) - Number(other)) : found
  const parts: TemplateText['parts'] = []
  let end = 0
  for (const match of text.matchAll(VARIABLE)) {
    parts.push(text.slice(end, match.index), { at: names.indexOf(match[1] ?? '') })
    end = match.index + match[0].length
  }
  return { parts: [...parts, text.slice(end)].filter((part) => part !== ''), names }
}

const bodyOf = (content: Pick<TemplateContent, 'template' | 'body'>): TemplateText => {
  if (content.body) return textOf(content.body)
  const names: string[] = []
  const parts = namedTemplate(content).map((part) =>
    typeof part === 'string' ? part : { at: names.push(part.var ?? String(names.length + 1)) - 1 },
  )
  return { parts, names }
}

export type TemplateTexts = { header: TemplateText | undefined; body: TemplateText; buttons: TemplateText[] }

export const templateTexts = (content: TemplateContent): TemplateTexts => {
  const header = content.header?.content
  return {
    header: header?.type === 'text' && header.body ? textOf(header.body) : undefined,
    body: bodyOf(content),
    buttons: (content.buttons?.items ?? []).map(({ url = '' }) => textOf(url)),
  }
}

/** D-117: approved, and nothing but text: a header with a file is not supported. */
export const isSendable = ({ verification_status, header }: TemplateContent): boolean =>
  verification_status === 'approved' && (header?.content?.type ?? 'text') === 'text'

export type TemplateValues = { header: string[]; body: string[]; buttons: string[][] }

const fill = ({ parts }: TemplateText, values: readonly string[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : (values[part.at] ?? ''))).join('')

/** What the customer reads. */
export const filledTemplate = (content: TemplateContent, values: TemplateValues): string => {
  const { header, body } = templateTexts(content)
  const texts = [header && fill(header, values.header), fill(body, values.body), content.footer]
  return texts.filter(Boolean).join('\n\n')
}

const isComplete = ({ names }: TemplateText, values: readonly string[] = []): boolean =>
  values.length === names.length && values.every((value) => value.trim() !== '')

/** D-117: the first of the three whose values are not exactly what the template asks for. */
export const findIncomplete = (content: TemplateContent, values: TemplateValues): keyof TemplateValues | undefined => {
  const { header, body, buttons } = templateTexts(content)
  if (!isComplete(header ?? { parts: [], names: [] }, values.header)) return 'header'
  if (!isComplete(body, values.body)) return 'body'
  const fits = buttons.every((button, place) => isComplete(button, values.buttons[place]))
  return fits && values.buttons.length <= buttons.length ? undefined : 'buttons'
}

/** D-117: a template in message_sent. */
export const sentTemplate = (code: string, content: TemplateContent, values: TemplateValues): SentTemplate => {
  const { header, buttons } = templateTexts(content)
  const items = content.buttons?.items ?? []
  return {
    code,
    category: content.category ?? '',
    args: values.body,
    variables: {
      ...(header && { header: { type: 'text', args: values.header } }),
      body: { args: values.body },
      ...(items.length > 0 && {
        buttons: items.map(({ type, label }, place) => ({
          ...{ type, title: label },
          ...(buttons[place] && buttons[place].names.length > 0 && { args: values.buttons[place] ?? [] }),
        })),
      }),
    },
  }
}
