import { isEmoji } from '@patchbay/contract/base/emoji'

// What this system accepts although the specification of the interface asks for something else, and what it accepts and
// cannot use. Nothing of it is refused; verify reports it as a warning.

type Fields = Record<string, unknown>

const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const LOCAL_TIME = /^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{2}:\d{2}$/

const onCalls = ({ calls }: Fields): (string | false)[] =>
  list(calls)
    .map(record)
    .flatMap(({ date, result }, place) => [
      !LOCAL_TIME.test(String(date)) &&
        `calls.${place}.date is ${String(date)}: the interface asks for Y-m-d H:i:s in the zone of the account`,
      result === 'no answered' && `calls.${place}.result is "no answered": in records it is "no answer"`,
    ])

const onEdit = ({ integrationModule }: Fields): (string | false)[] => {
  const { clientId, integrations } = record(integrationModule)
  const payment = record(integrations).payment
  const { currencies, shops } = record(payment)
  return [
    clientId === undefined && 'clientId is missing: requests to the module would not say whose they are',
    payment !== undefined &&
      list(currencies).length === 0 &&
      'integrations.payment.currencies is empty: no invoice can be issued',
    payment !== undefined &&
      list(shops).length === 0 &&
      'integrations.payment.shops is empty: no payment type can be connected to the module',
  ]
}

const onChannel = ({ settings }: Fields): (string | false)[] => [
  !list(record(record(settings).reactions).dictionary).every((text) => isEmoji(String(text))) &&
    'settings.reactions.dictionary contains something that is not an emoji, which nobody can choose',
]

const ADVICE: Readonly<Record<string, (body: Fields) => (string | false)[]>> = {
  'integration-modules.edit': onEdit,
  'telephony.upload-calls': onCalls,
  'channels.activate': onChannel,
  'channels.update': onChannel,
}

/** Warnings about a request that was accepted. */
export const adviseOn = (endpointId: string, body: Fields): string[] =>
  (ADVICE[endpointId]?.(body) ?? []).filter((text): text is string => text !== false)
