import { parseJson } from '@patchbay/contract/base/json'
import type { MessageOrder, MessageProduct, SentTemplate, Suggestion } from '@patchbay/contract/chats/message-cards'
import { ERROR_CODES } from '@patchbay/contract/chats/messages'
import { addressFields, type ChatAddress, type WebhookEvent } from '../webhook-delivery/rules.ts'

// The result of a message that a user wrote, by what its transport reports; and the webhooks of messages.

type Outcome = {
  status: 'sending' | 'sent' | 'failed'
  externalId?: string
  error?: { code: string; message: string }
  ackFollows?: boolean
}

type SendingError = { code?: string; message?: string; external_code?: string }

const errorOf = ({ code, message, external_code }: SendingError) => ({
  code: code !== undefined && (ERROR_CODES as readonly string[]).includes(code) ? code : 'general',
  message: [message, external_code && `(${external_code})`].filter(Boolean).join(' '),
})

/** D-70: an ack is the final result. A transport may give its own id of the message only now. */
export const ackOutcome = (
  message: { externalId: string | null },
  externalId: string | undefined,
  transportId: string | undefined,
  error: SendingError | undefined,
): Outcome => {
  const known = message.externalId ?? externalId ?? transportId
  return {
    status: error ? 'failed' : 'sent',
    ...(known !== undefined && { externalId: known }),
    ...(error && { error: errorOf(error) }),
  }
}

type Answer = {
  external_message_id?: string
  external_chat_id?: string
  async?: boolean
  error?: SendingError
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string | undefined => {
  const given = typeof value === 'number' ? String(value) : value
  return typeof given === 'string' && given !== '' && given.length <= 255 ? given : undefined
}

/** The response to message_sent; undefined when it cannot be read. */
const readAnswer = (body: string): Answer | undefined => {
  if (body.trim() === '') return {}
  const json = parseJson(body)
  if (!json.ok || !isRecord(json.value)) return undefined
  const { value } = json
  const [externalId, chatId] = [text(value.external_message_id), text(value.external_chat_id)]
  const error = isRecord(value.error) ? value.error : undefined
  const [code, message, external] = [text(error?.code), text(error?.message), text(error?.external_code)]
  return {
    ...(externalId !== undefined && { external_message_id: externalId }),
    ...(chatId !== undefined && { external_chat_id: chatId }),
    async: value.async === true,
    ...(error && {
      error: {
        ...(code !== undefined && { code }),
        ...(message !== undefined && { message }),
        ...(external !== undefined && { external_code: external }),
      },
    }),
  }
}

/** D-70: the result of a message by the response to message_sent. */
export const sentOutcome = (body: string): { outcome: Outcome; externalChatId?: string } => {
  const answer = readAnswer(body)
  if (!answer) {
    const message = 'The transport answered something that cannot be read'
    return { outcome: { status: 'failed', error: { code: 'malformed_response', message } } }
  }
  if (answer.error) return { outcome: { status: 'failed', error: errorOf(answer.error) } }
  return {
    outcome: {
      status: answer.async ? 'sending' : 'sent',
      ...(answer.external_message_id !== undefined && { externalId: answer.external_message_id }),
      ...(answer.async && { ackFollows: true }),
    },
    ...(answer.external_chat_id !== undefined && { externalChatId: answer.external_chat_id }),
  }
}

/** D-70: a 4xx with an error code is final: retrying for days would not make the customer exist. */
export const isRefusal = (status: number, body: string): boolean =>
  status >= 400 && status < 500 && ![408, 410, 429].includes(status) && readAnswer(body)?.error?.code !== undefined

/** D-70: the retries are used up. */
export const UNREACHABLE: Outcome = {
  status: 'failed',
  error: { code: 'network_error', message: 'The transport could not be reached' },
}

/** D-69: the key under which the traffic log finds requests about a message. */
export const aboutMessage = (id: number): string => `message/${id}`

export type SentMessage = {
  id: number
  type: string
  content: string
  items?: readonly { id: string; caption?: string; size?: number; width?: number; height?: number }[]
  product?: MessageProduct
  order?: MessageOrder
  template?: SentTemplate
  suggestions?: readonly Suggestion[]
  quote?: { externalId: string; content: string }
  /** Absent: sent by the system. */
  user?: { id: number; firstName: string; lastName: string }
  client: { firstName: string; lastName: string; avatarUrl: string | null }
}

/** D-116: the public clients read them as `attachments`; messages of the transport API have transport_attachments. */
const attachmentsOf = (suggestions: readonly Suggestion[] = []) =>
  suggestions.length > 0 && { attachments: { suggestions } }

/** D-70: message_sent */
export const messageSentEvent = (address: ChatAddress, message: SentMessage): WebhookEvent => ({
  type: 'message_sent',
  data: {
    id: message.id,
    ...addressFields(address),
    type: message.type,
    // A card is all that the customer gets of it: its name or number is stored for our own lists.
    content: message.content === '' || message.product || message.order ? null : message.content,
    quote_external_id: message.quote?.externalId ?? null,
    quote_content: message.quote?.content ?? null,
    ...(message.user && {
      user: { id: message.user.id, first_name: message.user.firstName, last_name: message.user.lastName, avatar: '' },
    }),
    customer: {
      first_name: message.client.firstName,
      last_name: message.client.lastName,
      avatar: message.client.avatarUrl ?? '',
    },
    ...(message.items && { items: message.items }),
    ...(message.product && { product: message.product }),
    ...(message.order && { order: message.order }),
    ...(message.template && { template: message.template }),
    ...attachmentsOf(message.suggestions),
  },
})

/** D-70: message_updated */
export const messageUpdatedEvent = (
  address: ChatAddress,
  externalMessageId: string,
  { type, content, suggestions }: { type: string; content: string; suggestions?: readonly Suggestion[] | undefined },
): WebhookEvent => ({
  type: 'message_updated',
  data: {
    ...addressFields(address),
    external_message_id: externalMessageId,
    content,
    type,
    ...attachmentsOf(suggestions),
  },
})

/** D-70: message_deleted */
export const messageDeletedEvent = (address: ChatAddress, externalMessageId: string): WebhookEvent => ({
  type: 'message_deleted',
  data: { ...addressFields(address), external_message_id: externalMessageId },
})

/** D-70: message_read */
export const messageReadEvent = (address: ChatAddress, externalMessageId: string): WebhookEvent => ({
  type: 'message_read',
  data: { ...addressFields(address), external_message_id: externalMessageId },
})
