// Requests of modules: right ones, slightly broken ones and wild ones.
import fc from 'fast-check'
import type { GeneratedRequest } from './verify-agrees.test.ts'

type Json = Record<string, unknown>

/** No small whole numbers: the ids of channels and messages differ between the two systems. */
const WILD: readonly unknown[] = [
  ...[null, '', ' ', 0, -1, 1.5, '7', 987_654_321, 1e20, true, 'false', 'yes', [], {}, [[]], [null], 'x'.repeat(300)],
  ...['XXQ', 'eur', 'EUR', 'ADP', '2026-02-31 10:00:00', '2026-11-15T10:00:00Z', '2026-1-5 9:05', 'tomorrow', '24:00'],
  ...['anonymous', 'no answered', 'no answer', 'ftp://x.test', '//evil.test', 'http://', 'https://ok.test/a', 'a b'],
  ...[
    'javascript:alert(1)',
    '/path',
    'ünïcode',
    '👍',
    ':thumbsup:',
    'a\u0000b',
    '\ud800',
    '12.345',
    '1e3',
    '-5',
    '100.00',
  ],
]

const wild = fc.oneof(fc.constantFrom(...WILD), fc.jsonValue({ maxDepth: 2 }))

/** The places of a JSON value, as paths. */
const placesOf = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [[...path, name], ...placesOf(member, [...path, name])])
    : []

type Change = { place: number; how: 'delete' | 'replace' | 'double' | 'extra' | 'text'; value: unknown }

const change = fc.record({
  place: fc.nat(10_000),
  how: fc.constantFrom<Change['how']>('delete', 'replace', 'replace', 'double', 'extra', 'text'),
  value: wild,
})

const applied = (body: Json, { place, how, value }: Change): Json => {
  const copy = structuredClone(body)
  const places = placesOf(copy).filter((path) => path.length > 1)
  const path = places[place % Math.max(places.length, 1)]
  if (!path) return copy
  const name = path.at(-1) ?? ''
  const holder = path.slice(0, -1).reduce<unknown>((node, part) => (node as Json)[part], copy) as Json
  if (how === 'delete') Array.isArray(holder) ? holder.splice(Number(name), 1) : delete holder[name]
  else if (how === 'double' && Array.isArray(holder)) holder.push(structuredClone(holder[Number(name)]))
  else if (how === 'extra' && !Array.isArray(holder)) holder[`${name}X`] = value
  else if (how === 'text' && ['number', 'boolean'].includes(typeof holder[name])) holder[name] = String(holder[name])
  else if (name !== '__proto__') holder[name] = value
  return copy
}

/** Mostly one or two mistakes; sometimes none, and sometimes no resemblance. */
const broken = (right: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 5, arbitrary: right },
    {
      weight: 6,
      arbitrary: fc
        .tuple(right, fc.array(change, { minLength: 1, maxLength: 3 }))
        .map(([body, changes]) => changes.reduce(applied, body)),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(right, wild).map(([body, value]) => ({ ...body, [Object.keys(body)[0] ?? 'x']: value })),
    },
  )

const request = (
  path: fc.Arbitrary<string>,
  body: fc.Arbitrary<Json>,
  method: GeneratedRequest['method'] = 'POST',
): fc.Arbitrary<GeneratedRequest> =>
  fc.record({
    method: fc.constant(method),
    path,
    body: broken(body),
    asForm: path.filter(() => true).chain((one) => (one.includes('/transport/') ? fc.constant(false) : fc.boolean())),
  })

const phone = fc.constantFrom('+46701234567', '070-123 45 67', 'anonymous', '101')
const optional = (right: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) =>
  fc.record(right, { requiredKeys }) as fc.Arbitrary<Json>

const address = fc.constantFrom('https://pbx.test/call', 'http://pbx.test', 'https://pbx.test/a?b=1')
const userId = (ids: readonly number[]) => fc.constantFrom(...ids.map(String), '987654')

const telephony = (ids: readonly number[]) =>
  optional({
    makeCallUrl: address,
    changeUserStatusUrl: address,
    allowEdit: fc.boolean(),
    inputEventSupported: fc.constantFrom(true, 1, '1', 'no'),
    additionalCodes: fc.array(fc.record({ userId: userId(ids), code: fc.constantFrom('101', '102', '103') }), {
      maxLength: 3,
    }),
    externalPhones: fc.array(
      fc.record({ siteCode: fc.constantFrom('fern-online', 'moon'), externalPhone: fc.constant('+4685000') }),
      { maxLength: 2 },
    ),
  })

const payment = optional(
  {
    actions: fc.record({ create: fc.constantFrom('/create', 'create') }),
    currencies: fc.array(fc.constantFrom('EUR', 'USD', 'ADP'), { maxLength: 3 }),
    invoiceTypes: fc.constant(['link']),
    shops: fc.array(fc.record({ code: fc.constantFrom('a', 'b', 'c'), name: fc.constant('Shop') }), { maxLength: 2 }),
  },
  ['actions'],
)

export const editBody = (ids: readonly number[]): fc.Arbitrary<GeneratedRequest> => {
  const integrations = optional({
    telephony: telephony(ids),
    payment,
    mgTransport: optional({ webhookUrl: address, actions: fc.constant({ online: '/online' }) }),
  })
  const module = optional(
    {
      code: fc.oneof({ weight: 9, arbitrary: fc.constant('diff') }, { weight: 1, arbitrary: fc.constant('other') }),
      integrationCode: fc.constantFrom('diff', 'diff', 'dif', 'else'),
      name: fc.constant('Our module'),
      clientId: fc.constantFrom('diff-client', 'diff-second'),
      baseUrl: address,
      actions: fc.constant({ activity: '/activity' }),
      availableCountries: fc.constantFrom(['SE'], ['SE', 'IT']),
      active: fc.boolean(),
      integrations,
    },
    ['code'],
  )
  const path = fc.constantFrom(
    ...[...Array(9).fill('diff'), 'other'].map((code) => `/api/v5/integration-modules/${code}/edit`),
  )
  return request(path, fc.record({ integrationModule: module }))
}

const clientId = fc.constantFrom('phones-client', 'phones-client', 'a-stranger')

export const eventBody = (ids: readonly number[]): fc.Arbitrary<GeneratedRequest> =>
  request(
    fc.constant('/api/v5/telephony/call/event'),
    optional(
      {
        event: optional(
          {
            phone,
            type: fc.constantFrom('in', 'out', 'answer', 'hangup'),
            codes: fc.constantFrom(['101'], [], ['101', '555']),
            userIds: fc.constantFrom([], [...ids], [987_654]),
            hangupStatus: fc.constantFrom('answered', 'no answered', 'no answer', 'busy'),
            callExternalId: fc.constantFrom('c1', 'c2', 'c3'),
            date: fc.constantFrom('2026-11-15 10:00:00', '2026-11-15T10:00:00Z', '2026-02-31 10:00:00'),
          },
          ['phone', 'type'],
        ),
        clientId,
      },
      ['event'],
    ),
  )

const record = optional(
  {
    date: fc.constantFrom('2026-11-15 10:00:00', '2026-11-15T10:00:00+01:00', '2026-02-31 10:00:00', '2026-1-5 9:05'),
    type: fc.constantFrom('in', 'out'),
    phone,
    result: fc.constantFrom('answered', 'no answer', 'no answered', 'failed'),
    externalId: fc.constantFrom('c1', 'c2', 'u1', 'u2'),
    code: fc.constantFrom('101', '555'),
    duration: fc.constantFrom(0, 5, '12'),
    recordUrl: address,
  },
  ['date', 'type', 'phone', 'result'],
)

const transcript = optional(
  {
    callExternalId: fc.constantFrom('c1', 'u1', 'never-was'),
    segments: fc.array(
      fc.record({ start: fc.constantFrom(0, 2.5), end: fc.constantFrom(2, 5), text: fc.constant('Good morning') }),
      { maxLength: 2 },
    ),
  },
  ['callExternalId', 'segments'],
)

export const uploadBody = (): fc.Arbitrary<GeneratedRequest> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: request(
        fc.constant('/api/v5/telephony/calls/upload'),
        optional({ calls: fc.array(record, { minLength: 1, maxLength: 3 }), clientId }, ['calls']),
      ),
    },
    {
      weight: 1,
      arbitrary: request(
        fc.constant('/api/v5/telephony/call/transcript'),
        optional({ transcript, clientId }, ['transcript']),
      ),
    },
  )

const sum = fc.constantFrom(100, '100.00', 100.0, 99.5, '100.001', 10_000, 30)

export const paymentRequest = (uuids: readonly string[]): fc.Arbitrary<GeneratedRequest> => {
  const uuid = fc.constantFrom(...uuids, uuids[0]?.toUpperCase() ?? '', crypto.randomUUID(), 'p-1')
  const update = optional(
    {
      invoiceUuid: uuid,
      paymentId: fc.constant('p-1'),
      status: fc.constantFrom('pending', 'waitingForCapture', 'succeeded', 'canceled', 'refundSucceeded', 'paid'),
      amount: sum,
      currency: fc.constantFrom('USD', 'EUR'),
      paidAt: fc.constantFrom('2026-11-15 10:00:00', '2026-02-31 10:00:00'),
      refund: fc.record({
        id: fc.constantFrom('r1', 'r2'),
        status: fc.constantFrom('succeeded', 'canceled'),
        amount: fc.constantFrom(30, '70.00', 100, 500),
      }),
    },
    ['invoiceUuid'],
  )
  const check = optional({ invoiceUuid: uuid, amount: sum, currency: fc.constantFrom('USD', 'EUR') }, [
    'invoiceUuid',
    'amount',
  ])
  return fc.oneof(
    {
      weight: 3,
      arbitrary: request(fc.constant('/api/v5/payment/update-invoice'), fc.record({ updateInvoice: update })),
    },
    { weight: 1, arbitrary: request(fc.constant('/api/v5/payment/check'), fc.record({ check })) },
  )
}

const channelId = fc.constant('<channel>')
const externalId = fc.constantFrom(...Array.from({ length: 60 }, (_, place) => `m${place}`))
const reference = optional({ external_id: externalId })

export const messageRequest = (): fc.Arbitrary<GeneratedRequest> => {
  const customer = fc.record({ external_id: fc.constantFrom('ann', 'bob'), nickname: fc.constantFrom('Ann', 'Bob') })
  const message = optional(
    { type: fc.constantFrom('text', 'image', 'system'), external_id: externalId, text: fc.constant('Hello') },
    ['type'],
  )
  const settings = optional({
    text: optional({ creating: fc.constantFrom('both', 'none'), reaction: fc.constant('both') }),
    reactions: fc.record({
      dictionary: fc.constantFrom(['👍'], [':thumbsup:']),
      max_count: fc.constantFrom(1, '2', -1),
    }),
  })
  const send = optional(
    { channel: channelId, external_chat_id: fc.constantFrom('ann', 'bob'), customer, message, quote: reference },
    ['channel', 'message'],
  )
  const reaction = fc.record({ channel: channelId, message: reference, reaction: fc.constantFrom('👍', '❤', 'like') })
  const at = (path: string) => fc.constant(`/api/transport/v1/${path}`)
  return fc.oneof(
    { weight: 4, arbitrary: request(at('messages'), send) },
    { weight: 2, arbitrary: request(at('messages/reaction'), reaction) },
    { weight: 1, arbitrary: request(at('messages/reaction'), reaction, 'DELETE') },
    { weight: 1, arbitrary: request(at('messages'), fc.record({ channel: channelId, message: reference }), 'DELETE') },
    { weight: 1, arbitrary: request(at('messages/read'), fc.record({ channel_id: channelId, message: reference })) },
    {
      weight: 1,
      arbitrary: request(at('channels'), fc.record({ type: fc.constantFrom('custom', 'viber'), settings })),
    },
  )
}
