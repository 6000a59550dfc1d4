import type { TemplateContent } from '@patchbay/contract/chats/templates'

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
