// Answers of the workspace in which every text that the contract lets them carry is another one.
import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { ADDRESS, type Desk, type Person, type Rig } from './rig.ts'

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

/** The text of a place: an endpoint and a member. */
export type TextFor = (place: string) => string

const plantIn = (schema: Node, value: unknown, name: string, place: string, textFor: TextFor): unknown => {
  if (schema.anyOf) {
    const option = schema.anyOf.find((one) => Check(one, value))
    return option ? plantIn(option, value, name, place, textFor) : value
  }
  if (Array.isArray(value)) return value.map((item) => plantIn(schema.items ?? {}, item, name, place, textFor))
  if (typeof value === 'object' && value !== null) {
    const [any] = Object.values(schema.patternProperties ?? {})
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const own = schema.properties?.[key]
        const known = own ?? any
        return [key, known ? plantIn(known, member, own ? key : name, place, textFor) : member]
      }),
    )
  }
  if (typeof value !== 'string' || value === '' || !isFreeText(schema) || COMPUTED.has(name)) return value
  return textFor(`${place}.${name}`)
}

const PATTERNS = ENDPOINTS.filter(({ path }) => path.startsWith('/workspace/')).map(
  (endpoint) => [new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}/?$`), endpoint] as const,
)

const endpointOf = (method: string, path: string): Endpoint | undefined =>
  PATTERNS.find(([pattern, endpoint]) => endpoint.method === method && pattern.test(path))?.[1]

/** In every answer of the workspace that is not an error; the server's own answers otherwise, of a session of the same person. */
export const plantAnswers = async (rig: Rig, { context }: Desk, person: Person, textFor: TextFor): Promise<void> => {
  const wire = await rig.wire(person)
  await context.route(`${ADDRESS}/workspace/**`, async (route, request) => {
    const { pathname, search } = new URL(request.url())
    const endpoint = endpointOf(request.method(), pathname)
    if (!endpoint) return route.continue()
    const type = request.headers()['content-type']
    const body = request.postDataBuffer()
    const reply = await wire.send(request.method(), `${pathname}${search}`, {
      headers: type === undefined ? {} : { 'content-type': type },
      ...(body !== null && { body }),
    })
    const { status, body: answer } = reply
    const planted = () => plantIn(endpoint.reply as Node, answer, '', endpoint.id, textFor)
    return route.fulfill({ status, json: status < 300 ? planted() : answer })
  })
}

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

/** Names of the texts that are replaced. */
export const PLANTED_NAMES = new Set(PATTERNS.flatMap(([, { reply }]) => namesIn(reply as Node, '')))
