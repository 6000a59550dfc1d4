import { ApiError, type HttpRequest, type RetryOptions, send } from './http.ts'
import { trimTrailingSlash } from './registration.ts'
import type {
  Channel,
  ChannelEdit,
  Feed,
  IncomingMessage,
  MessageReceipt,
  MessageRef,
  NewChannel,
  NewTemplate,
  ReactionInput,
  Template,
  TemplateEdit,
  UploadedFile,
} from './shapes.ts'

// Every method of the transport API (docs/spec: wire-habits 5.2), with the token from the registration.

export type TransportOptions = {
  endpointUrl: string
  token: string
  retry?: RetryOptions
  /** Asked when the system refuses the token: the one that it has now. */
  refetchToken?: () => Promise<string | undefined>
}

type MessageInput = { channel: number; message: MessageRef }
type AckError = { code: string; message?: string; external_code?: string }
type MessageAck = { channel: number; transport_message_id?: string; created_at?: string; error?: AckError } & (
  | { message: MessageRef; external_message_id?: string }
  | { external_message_id: string }
)

const ALREADY_EXISTS = 'Message with passed external_id already exists'
const TEMPLATE_NOT_FOUND = 'Template not found'

type TransportCall = Omit<HttpRequest, 'headers' | 'url'> & { path: string; type?: string }

const createHttpMethods = ({ endpointUrl, token, retry, refetchToken }: TransportOptions) => {
  const base = `${trimTrailingSlash(endpointUrl)}/api/transport/v1`
  let current = token
  const sendWith = async <T>(used: string, call: TransportCall): Promise<T> => {
    const { path, type = 'application/json', ...rest } = call
    const common = { 'x-transport-token': used, accept: 'application/json' }
    const headers = { ...common, ...(rest.body !== undefined && { 'content-type': type }) }
    return (await send({ ...rest, url: base + path, headers }, retry)).body as T
  }
  const request = async <T>(call: TransportCall): Promise<T> => {
    const used = current
    try {
      return await sendWith<T>(used, call)
    } catch (error) {
      const next = error instanceof ApiError && error.status === 401 ? await refetchToken?.() : undefined
      if (next === undefined || next === used) throw error
      current = next
      return sendWith<T>(next, call)
    }
  }
  const json = <T>(method: HttpRequest['method'], path: string, body?: unknown, retryable = true): Promise<T> =>
    request<T>({ method, path, retryable, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return { request, json }
}

/** A 400 with this error means that an earlier attempt had succeeded: return `instead`. */
const ignoreError = async <T>(work: Promise<T>, errorText: string, instead: T): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.status === 400 && error.message === errorText) return instead
    throw error
  }
}

const messages = ({ json }: ReturnType<typeof createHttpMethods>) => ({
  /** Delivers a customer's message. The system recognises a repeat by the messenger's id. */
  sendMessage: (message: IncomingMessage): Promise<MessageReceipt> =>
    ignoreError(json<MessageReceipt>('POST', '/messages', message), ALREADY_EXISTS, { repeated: true }),
  /** Imports an old message, without notifications. */
  addHistory: ({ channel, ...message }: IncomingMessage): Promise<MessageReceipt> =>
    ignoreError(
      json<MessageReceipt>('POST', '/messages/history', { ...message, channel_id: channel }),
      ALREADY_EXISTS,
      {
        repeated: true,
      },
    ),
  editMessage: (edit: { channel: number; message: MessageRef & { text: string; edited_at?: number } }) =>
    json<unknown>('PUT', '/messages', edit),
  deleteMessage: (call: MessageInput) => json<unknown>('DELETE', '/messages', call),
  restoreMessage: ({ channel, message }: MessageInput) =>
    json<unknown>('POST', '/messages/restore', { channel_id: channel, message }),
  /** The result of a message_sent that was answered with async: true. */
  ackMessage: (ack: MessageAck): Promise<unknown> => json<unknown>('POST', '/messages/ack', ack),
  markRead: ({ channel, message }: MessageInput) =>
    json<unknown>('POST', '/messages/read', { channel_id: channel, message }),
  markReadUntil: (call: { channel: number; customer: string; until: string }) =>
    json<{ ids: number[] }>('POST', '/messages/read_until', {
      channel_id: call.channel,
      customer_external_id: call.customer,
      until: call.until,
    }),
  addReaction: (call: ReactionInput) => json<unknown>('POST', '/messages/reaction', call),
  /** Without a reaction the oldest one is removed; a retry could remove another one, so there is none. */
  deleteReaction: (call: MessageInput & { reaction?: string }) =>
    json<unknown>('DELETE', '/messages/reaction', call, call.reaction !== undefined),
})

const templates = ({ json }: ReturnType<typeof createHttpMethods>) => {
  const address = (channel: number, code: string) => `/channels/${channel}/templates/${encodeURIComponent(code)}`
  return {
    /** The templates of all channels. */
    templates: (): Promise<Template[]> => json('GET', '/templates'),
    /** Not retried when the response got lost; see ensureTemplate. */
    createTemplate: (channel: number, template: NewTemplate): Promise<unknown> =>
      json('POST', `/channels/${channel}/templates`, template, false),
    /** Members that are left out stay unchanged. */
    updateTemplate: (channel: number, code: string, edit: TemplateEdit): Promise<unknown> =>
      json('PUT', address(channel, code), edit),
    /** Succeeds when the template does not exist. */
    deleteTemplate: (channel: number, code: string): Promise<unknown> =>
      ignoreError(json<unknown>('DELETE', address(channel, code)), TEMPLATE_NOT_FOUND, {}),
  }
}

export type Transport = ReturnType<typeof createTransport>

export const createTransport = (options: TransportOptions) => {
  const http = createHttpMethods(options)
  const { request, json } = http
  return {
    channels: (query: { active?: boolean } = {}): Promise<Channel[]> =>
      json('GET', `/channels${query.active === undefined ? '' : `?active=${query.active}`}`),
    /** Not retried when the response got lost; see ensureChannel. */
    createChannel: (channel: NewChannel): Promise<{ id: number; external_id?: string }> =>
      json('POST', '/channels', channel, false),
    updateChannel: (id: number, edit: ChannelEdit): Promise<{ id: number }> => json('PUT', `/channels/${id}`, edit),
    deactivateChannel: (id: number): Promise<{ id: number }> => json('DELETE', `/channels/${id}`),
    ...messages(http),
    ...templates(http),
    /** The webhook events by polling, for a module that cannot receive webhooks. Continue with the returned cursor. */
    feed: ({ after = 0, limit = 100 }: { after?: number; limit?: number } = {}): Promise<Feed> =>
      json('GET', `/webhooks?after=${after}&limit=${limit}`),
    uploadFile: (bytes: Uint8Array, type: string): Promise<UploadedFile> =>
      request({ method: 'POST', path: '/files/upload', body: bytes, type, retryable: false }),
    uploadFileByUrl: (url: string): Promise<UploadedFile> => json('POST', '/files/upload_by_url', { url }, false),
    file: (id: string): Promise<UploadedFile> => json('GET', `/files/${encodeURIComponent(id)}`),
  }
}

/** Creates the channel with this external_id or updates it. Resolves with its id. */
export const ensureChannel = async (
  transport: Transport,
  channel: NewChannel & { external_id: string },
): Promise<number> => {
  const known = (await transport.channels()).find(({ external_id }) => external_id === channel.external_id)
  if (!known) return (await transport.createChannel(channel)).id
  await transport.updateChannel(known.id, channel)
  return known.id
}

/** Creates the template with this code or updates it. */
export const ensureTemplate = async (transport: Transport, channel: number, template: NewTemplate): Promise<void> => {
  const isKnown = (await transport.templates()).some(
    ({ channel_id, code }) => channel_id === channel && code === template.code,
  )
  if (!isKnown) return void (await transport.createTemplate(channel, template))
  const { code, type: _fixed, verification_status = 'approved', ...edit } = template
  await transport.updateTemplate(channel, code, { ...edit, verification_status })
}
