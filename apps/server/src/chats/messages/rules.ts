import { ERROR_CODES } from '@patchbay/contract/chats/messages'
import { type Place, placeOf, type WebhookEvent } from '../webhook-delivery/rules.ts'

// What becomes of a message that a user wrote, by what its transport says.

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

/** D-70: an ack ends the waiting. A transport may tell its own id of the message only now. */
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

/** What a transport answered to message_sent; undefined when nobody can read it. */
const readAnswer = (body: string): Answer | undefined => {
  if (body.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  if (!isRecord(value)) return undefined
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

/** D-70: what the answer to message_sent makes of the message. */
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

/**
 * D-70: a refusal with a reason is an answer, whatever its status: there is no sense in asking again for days whether the
 * client still does not exist.
 */
export const isRefusal = (status: number, body: string): boolean =>
  status >= 400 && status < 500 && ![408, 410, 429].includes(status) && readAnswer(body)?.error?.code !== undefined

/** D-70: the plan of tries has come to its end. */
export const UNREACHABLE: Outcome = {
  status: 'failed',
  error: { code: 'network_error', message: 'The transport could not be reached' },
}

/** What requests about a message are found by, whichever way they went. */
export const aboutMessage = (id: number): string => `message/${id}`

export type Written = {
  id: number
  type: string
  content: string
  items?: readonly { id: string; caption?: string; size?: number; width?: number; height?: number }[]
  quote?: { externalId: string; content: string }
  user: { id: number; firstName: string; lastName: string }
  client: { firstName: string; lastName: string; avatarUrl: string | null }
}

/** D-70 */
export const messageSentEvent = (place: Place, written: Written): WebhookEvent => ({
  type: 'message_sent',
  data: {
    id: written.id,
    ...placeOf(place),
    type: written.type,
    content: written.content === '' ? null : written.content,
    quote_external_id: written.quote?.externalId ?? null,
    quote_content: written.quote?.content ?? null,
    user: { id: written.user.id, first_name: written.user.firstName, last_name: written.user.lastName, avatar: '' },
    customer: {
      first_name: written.client.firstName,
      last_name: written.client.lastName,
      avatar: written.client.avatarUrl ?? '',
    },
    ...(written.items && { items: written.items }),
  },
})

/** D-70 */
export const messageUpdatedEvent = (
  place: Place,
  externalMessageId: string,
  { type, content }: { type: string; content: string },
): WebhookEvent => ({
  type: 'message_updated',
  data: { ...placeOf(place), external_message_id: externalMessageId, content, type },
})

/** D-70 */
export const messageGoneEvent = (place: Place, externalMessageId: string): WebhookEvent => ({
  type: 'message_deleted',
  data: { ...placeOf(place), external_message_id: externalMessageId },
})

/** D-70 */
export const messageReadEvent = (place: Place, externalMessageId: string): WebhookEvent => ({
  type: 'message_read',
  data: { ...placeOf(place), external_message_id: externalMessageId },
})
