// Markup, scripts and addresses in every text that the contract lets an answer carry.
import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'

/** No page may ask it for anything. */
export const CANARY_HOST = 'canary.invalid'

/** Runs as markup, in an attribute, in a template and as an address. It calls `stolen` with the place. */
export const payloadFor = (place: string): string =>
  [
    `javascript:/*${place}*/stolen('${place}')/*`,
    `"'><script>stolen('${place}')</script>`,
    `<img src=//${CANARY_HOST}/ onerror="stolen('${place}')">`,
    `<svg onload="stolen('${place}')"></svg>`,
    `<style>@import '//${CANARY_HOST}/';</style>`,
    `{{constructor.constructor("stolen('${place}')")()}}`,
    `[link](javascript:stolen) <a href="data:text/html,<script>">x</a>*/`,
  ].join('')

/** Values that a page computes with or looks up: another text would hide what stands beside them. */
const COMPUTED = new Set(
  `amount amounts authorised captured refunded refundable owed paid total heldAmount issuedAmount paidAmount refundedAmount
   vatRate currency country countryIso date day days from to liveFrom timezone locale lang code status statusCode kind kinds type
   action step category method id keyId eventId sha256 mimeType e164 lastErrorCode reaction path secret uri shareToken`.split(
    /\s+/,
  ),
)

type Node = TSchema & {
  anyOf?: Node[]
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  items?: Node
  type?: string
  enum?: unknown
  const?: unknown
  pattern?: string
  format?: string
}

const isFreeText = ({ type, enum: values, const: only, pattern, format }: Node): boolean =>
  type === 'string' && !values && only === undefined && !pattern && (!format || format === 'uri')

const plantIn = (schema: Node, value: unknown, name: string, place: string): unknown => {
  if (schema.anyOf) {
    const option = schema.anyOf.find((one) => Check(one, value))
    return option ? plantIn(option, value, name, place) : value
  }
  if (Array.isArray(value)) return value.map((item) => plantIn(schema.items ?? {}, item, name, place))
  if (typeof value === 'object' && value !== null) {
    const [any] = Object.values(schema.patternProperties ?? {})
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const own = schema.properties?.[key]
        const known = own ?? any
        return [key, known ? plantIn(known, member, own ? key : name, place) : member]
      }),
    )
  }
  if (typeof value !== 'string' || value === '' || !isFreeText(schema) || COMPUTED.has(name)) return value
  return payloadFor(`${place}.${name}`)
}

const PATTERNS = ENDPOINTS.filter(({ path }) => path.startsWith('/workspace/')).map(
  (endpoint) => [new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}/?$`), endpoint] as const,
)

export const endpointOf = (method: string, path: string): Endpoint | undefined =>
  PATTERNS.find(([pattern, endpoint]) => endpoint.method === method && pattern.test(path))?.[1]

/** The answer with a payload in every text that is not computed with. */
export const plantAnswer = (endpoint: Endpoint, body: unknown): unknown =>
  plantIn(endpoint.reply as Node, body, '', endpoint.id)

const namesIn = (schema: Node, name: string): string[] => {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => namesIn(one, name))
  if (schema.type === 'array') return namesIn(schema.items ?? {}, name)
  const members = [
    ...Object.entries(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}).map((member) => [name, member] as const),
  ]
  if (members.length > 0) return members.flatMap(([key, member]) => namesIn(member, key))
  return isFreeText(schema) && !COMPUTED.has(name) ? [name] : []
}

/** Names of the texts that get a payload. */
export const PLANTED_NAMES = new Set(PATTERNS.flatMap(([, { reply }]) => namesIn(reply as Node, '')))
