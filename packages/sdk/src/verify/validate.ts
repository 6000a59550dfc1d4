import { toUnits } from '../money.ts'
import { findProblem, type Shape } from '../validation.ts'

// What the system would refuse, as an error message. The mock system validates every request of a module with these.

type Fields = Readonly<Record<string, unknown>>
export type Validator = (fields: Fields, known: ValidationContext) => string | undefined

/** What the mock system knows of earlier requests. */
export type ValidationContext = {
  invoices: ReadonlyMap<string, { amount: number; currency: string }>
  channels: ReadonlyMap<number, unknown>
  /** The module's code in the URL of a registration. */
  code?: string
}

const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const oneOf = (name: string, value: unknown, allowed: readonly string[]): string | undefined =>
  allowed.includes(value as string)
    ? undefined
    : `"${name}" is ${JSON.stringify(value) ?? 'missing'}; it must be one of ${allowed.join(', ')}`
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isAddress = (value: unknown): boolean => isText(value) && /^https?:\/\/[^\s/]+/.test(value)
const isSum = (value: unknown): boolean => /^\d+(\.\d{1,3})?$/.test(String(value))
const isEmoji = (value: unknown): boolean =>
  isText(value) && (/^\p{RGI_Emoji}$/v.test(value) || /^\p{RGI_Emoji}$/v.test(`${value}\uFE0F`))
const first = (...complaints: (string | false | undefined)[]): string | undefined =>
  complaints.find((problem): problem is string => typeof problem === 'string')

const validateTelephony = (settings: Fields): string | undefined => {
  const codes = Array.isArray(settings.additionalCodes) ? settings.additionalCodes.map(record) : []
  const extensions = codes.map(({ code }) => String(code))
  return first(
    settings.makeCallUrl !== undefined &&
      !isAddress(settings.makeCallUrl) &&
      'telephony.makeCallUrl must be an absolute URL',
    settings.changeUserStatusUrl !== undefined &&
      !isAddress(settings.changeUserStatusUrl) &&
      'telephony.changeUserStatusUrl must be an absolute URL',
    new Set(extensions).size !== extensions.length && 'telephony.additionalCodes contains an extension twice',
  )
}

const validatePayment = (settings: Fields): string | undefined => {
  const { create } = record(settings.actions)
  const currencies = Array.isArray(settings.currencies) ? settings.currencies : []
  const shops = Array.isArray(settings.shops) ? settings.shops.map(record) : []
  return first(
    !isText(create) && 'payment.actions.create is missing; a payment module needs it',
    /^[a-z]+:|^\/\//i.test(String(create)) && 'payment.actions.create must be a path under baseUrl, not a URL',
    currencies.length === 0 && 'payment.currencies is empty: no invoice could be created',
    currencies.some((currency) => !/^[A-Z]{3}$/.test(String(currency))) &&
      `payment.currencies must be ISO 4217 codes, not ${JSON.stringify(currencies)}`,
    shops.length === 0 && 'payment.shops is empty: no payment type could be connected to it',
    shops.some(({ code, name }) => !isText(code) || !isText(name)) && 'every shop needs a code and a name',
  )
}

export const validateEdit: Validator = ({ integrationModule }, { code }) => {
  const module = record(integrationModule)
  const { telephony, payment, mgTransport } = record(module.integrations)
  return first(
    findProblem('integrationModule', integrationModule, { code: 'text', clientId: 'text', 'baseUrl?': 'text' }),
    module.code !== code && `integrationModule.code (${String(module.code)}) must equal the code in the URL (${code})`,
    String(module.clientId).length > 70 && 'clientId is longer than 70 characters',
    telephony !== undefined && validateTelephony(record(telephony)),
    payment !== undefined && validatePayment(record(payment)),
    mgTransport !== undefined &&
      !isAddress(record(mgTransport).webhookUrl) &&
      'mgTransport.webhookUrl must be an absolute URL',
  )
}

export const validateEvent: Validator = ({ event }) => {
  const { type, codes, userIds, hangupStatus, phone } = record(event)
  const directed = Array.isArray(codes) ? codes : Array.isArray(userIds) ? userIds : []
  return first(
    findProblem('event', event, { phone: 'text', type: 'text' }),
    oneOf('event.type', type, ['in', 'out', 'answer', 'hangup']),
    /^\s|[^\d+*#() .-]/.test(String(phone)) && `"event.phone" is not a phone number: "${String(phone)}"`,
    directed.length === 0 && '"event.codes" or "event.userIds" must name at least one recipient of the call',
    type === 'hangup' &&
      oneOf('event.hangupStatus', hangupStatus, ['answered', 'no answered', 'no answer', 'busy', 'cancel', 'failed']),
  )
}

const RESULTS = ['answered', 'no answer', 'busy', 'failed', 'not allowed', 'unknown']

const validateCall = (call: unknown): string | undefined => {
  const { date, type, result, duration, recordUrl } = record(call)
  return first(
    findProblem('calls[]', call, { date: 'text', type: 'text', phone: 'text', result: 'text' }),
    !/^\d{4}-\d{1,2}-\d{1,2} \d{2}:\d{2}:\d{2}$/.test(String(date)) &&
      `"calls[].date" must be Y-m-d H:i:s, not ${String(date)}`,
    oneOf('calls[].type', type, ['in', 'out']),
    oneOf('calls[].result', result, RESULTS),
    duration !== undefined && !/^\d+$/.test(String(duration)) && '"calls[].duration" must be whole seconds',
    recordUrl !== undefined && !isAddress(recordUrl) && '"calls[].recordUrl" must be an absolute URL',
  )
}

export const validateCalls: Validator = ({ calls }) => {
  if (calls === undefined) return "Parameter 'calls' is missing"
  const list = Array.isArray(calls) ? calls : [calls]
  return list.length > 50 ? `${list.length} calls in one request; the limit is 50` : list.map(validateCall).find(isText)
}

export const validateCheck: Validator = ({ check }) =>
  first(
    findProblem('check', check, { invoiceUuid: 'text', currency: 'text' }),
    !isSum(record(check).amount) && '"check.amount" must be a decimal amount',
  )

const STATUSES = ['pending', 'waitingForCapture', 'succeeded', 'canceled', 'refundSucceeded']

export const validateUpdate: Validator = ({ updateInvoice }, { invoices }) => {
  const { status, amount, refund, invoiceUuid } = record(updateInvoice)
  const invoice = invoices.get(String(invoiceUuid))
  return first(
    findProblem('updateInvoice', updateInvoice, { invoiceUuid: 'text', 'paymentId?': 'text' }),
    !invoice &&
      `There is no invoice ${String(invoiceUuid)}: invoiceUuid is the system's own, not the module's paymentId`,
    status !== undefined && oneOf('updateInvoice.status', status, STATUSES),
    amount !== undefined && !isSum(amount) && '"updateInvoice.amount" must be a decimal amount',
    invoice &&
      amount !== undefined &&
      (toUnits(amount) ?? 0n) > (toUnits(invoice.amount) ?? 0n) &&
      `"updateInvoice.amount" is ${String(amount)}, more than the invoice's ${invoice.amount}: are these minor units?`,
    refund !== undefined && findProblem('updateInvoice.refund', refund, { id: 'text', status: 'text' }),
  )
}

const FEATURES = ['none', 'receive', 'send', 'both']
const KINDS = ['text', 'product', 'order', 'image', 'file', 'audio']

export const validateChannel: Validator = ({ settings }) => {
  const all = record(settings)
  const { dictionary, max_count } = record(all.reactions)
  return first(
    ...KINDS.flatMap((kind) =>
      ['creating', 'editing', 'quoting', 'deleting', 'reaction'].map((feature) => {
        const value = record(all[kind])[feature]
        return value !== undefined && oneOf(`settings.${kind}.${feature}`, value, FEATURES)
      }),
    ),
    Array.isArray(dictionary) &&
      !dictionary.every(isEmoji) &&
      'settings.reactions.dictionary contains something that is not an emoji',
    max_count !== undefined && !Number.isInteger(max_count) && 'settings.reactions.max_count must be a whole number',
  )
}

const inChannel = (name: string, channel: unknown, { channels }: ValidationContext): string | undefined =>
  channels.has(Number(channel)) ? undefined : `Channel not found: "${name}" is ${JSON.stringify(channel) ?? 'missing'}`

const MESSAGE: Shape = { type: 'text', external_id: 'text' }

export const validateMessage: Validator = ({ channel, external_chat_id, customer, message }, known) => {
  const { type, text, items } = record(message)
  return first(
    inChannel('channel', channel, known),
    !isText(external_chat_id) && '"external_chat_id" is missing',
    findProblem('customer', customer, { external_id: 'text', nickname: 'text' }),
    findProblem('message', message, MESSAGE),
    oneOf('message.type', type, KINDS),
    type === 'text' && !isText(text) && '"message.text" is empty',
    (type === 'image' || type === 'file') &&
      !Array.isArray(items) &&
      `a message of type ${String(type)} needs "message.items"`,
  )
}

export const validateReaction: Validator = ({ channel, message, reaction }, known) =>
  first(
    inChannel('channel', channel, known),
    record(message).external_id === undefined && record(message).id === undefined && '"message.external_id" is missing',
    !isEmoji(reaction) && `"reaction" must be one emoji, not ${JSON.stringify(reaction) ?? 'nothing'}`,
  )
