// What a request looked for, in words. Only of what its sender wrote: it is the same for what does not exist and for what
// belongs to somebody else.

/** The segment of the path before the id. */
const NOUNS: Readonly<Record<string, string>> = {
  orders: 'Order',
  customers: 'Customer',
  'integration-modules': 'Module',
  setting: 'Module',
  settings: 'Module',
  invoice: 'Invoice',
  payments: 'Payment',
  tasks: 'Task',
  users: 'User',
}
/** These are found by their externalId unless `by` says otherwise. */
const BY_EXTERNAL_ID = ['Order', 'Customer']
const MOST_CHARACTERS = 100

const quoted = (value: unknown): string => `"${String(value).slice(0, MOST_CHARACTERS)}"`

/** D-04: beside the text `Not found`, which clients compare: the field that was looked by → a sentence. */
export const missing = (
  noun: string,
  field: string,
  value: unknown,
  where = '',
): { fields: Record<string, string> } => ({
  fields: { [field]: `${noun} with ${field} ${quoted(value)}${where} not found` },
})

type PathLookup = { params: Readonly<Record<string, unknown>>; by?: unknown; site?: unknown }

/** D-04: the same for what the path names; undefined where it names nothing. */
export const describeMissing = (path: string, { params, by, site }: PathLookup): Record<string, string> | undefined => {
  const [, segment = '', name = ''] = /\/([a-z-]+)\/\{(\w+)\}/.exec(path) ?? []
  const noun = NOUNS[segment]
  const value = params[name]
  if (noun === undefined || value === undefined) return undefined
  const usual = BY_EXTERNAL_ID.includes(noun) ? 'externalId' : name
  const field = typeof by === 'string' && by !== '' ? by : usual
  const inShop = typeof site === 'string' && site !== '' ? ` in shop ${quoted(site)}` : ''
  return missing(noun, field, value, inShop).fields
}
