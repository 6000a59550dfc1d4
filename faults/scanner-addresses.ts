// What scanners are pointed at: every GET of the OpenAPI document, with parameters that the server accepts. A request that is refused
// for one value never reaches the query that another is to attack.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { HttpClient } from '@patchbay/testkit/http-client'

const OPENAPI = fileURLToPath(new URL('../docs/api/openapi.json', import.meta.url))

type Schema = { enum?: string[]; properties?: Record<string, Schema>; items?: Schema }
type Parameter = { name: string; in: string; schema?: Schema }
type OpenApi = { paths: Record<string, { get?: { parameters?: Parameter[] } }> }
type Pair = readonly [name: string, value: string]

/** One that never ends: what it sends is no answer to a scanner. */
const STREAM = '/api/v5/module/listen'
const VALUES = ['a', '1', '20', '2026-02-03', '2026-02-03 10:00:00', '2026-02-03T10:00:00Z', 'true', 'free', 'paid']

/** The names of a parameter, the members of filters in brackets, each with the values of its list. */
const namesOf = (name: string, { enum: choice = [], properties, items }: Schema): [string, string[]][] => {
  if (properties) return Object.entries(properties).flatMap(([member, of]) => namesOf(`${name}[${member}]`, of))
  return items ? namesOf(`${name}[]`, items) : [[name, choice]]
}

/** `path` as in the document; `ids` are those of its parameters. */
export type Address = { path: string; ids: Record<string, string>; pairs: Pair[]; accepted: boolean }
type Target = Pick<Address, 'path' | 'ids' | 'pairs'>

/** As text; `mark` follows each value that is to be attacked. */
export const addressText = (origin: string, { path, ids, pairs }: Target, mark = ''): string => {
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, value + mark]))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `${ids[name] ?? '1'}${mark}`)
  return `${origin}${filled}${pairs.length === 0 ? '' : `?${search}`}`
}

/** Each address with as many parameters as are accepted together; the rest is an address of its own. */
export const findAddresses = async (client: HttpClient, ids: Record<string, string>): Promise<Address[]> => {
  const isAccepted = async (target: Target): Promise<boolean> =>
    (await client.get(addressText('', target))).status < 400
  const { paths } = JSON.parse(readFileSync(OPENAPI, 'utf8')) as OpenApi
  const found: Address[] = []
  for (const [path, { get }] of Object.entries(paths)) {
    const names = (get?.parameters ?? [])
      .filter((one) => one.in === 'query')
      .flatMap(({ name, schema = {} }) => namesOf(name, schema))
    if (!get || path === STREAM || (names.length === 0 && !path.includes('{'))) continue
    const [fitting, others]: [Pair[], Pair[]] = [[], []]
    for (const [name, choice] of names) {
      const own = ids[name.replace(/^filter\[(\w+?)s?\].*$/, '$1')]
      const values = [...choice.slice(0, 1), ...(own === undefined ? [] : [own]), ...VALUES]
      const fits = await firstOf(values, (value) => isAccepted({ path, ids, pairs: [...fitting, [name, value]] }))
      if (fits === undefined) others.push([name, 'a'])
      else fitting.push([name, fits])
    }
    for (const pairs of fitting.length === 0 && others.length > 0 ? [others] : [fitting, others])
      if (pairs === fitting || pairs.length > 0)
        found.push({ path, ids, pairs, accepted: await isAccepted({ path, ids, pairs }) })
  }
  return found
}

const firstOf = async <T>(values: readonly T[], fits: (value: T) => Promise<boolean>): Promise<T | undefined> => {
  for (const value of values) if (await fits(value)) return value
  return undefined
}
