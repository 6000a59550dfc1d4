import { ApiError, type Call, type Patience, send } from './http.ts'
import { withoutSlash } from './registration.ts'
import type {
  Channel,
  ChannelEdit,
  Feed,
  IncomingMessage,
  MessageRef,
  MessageTaken,
  NewChannel,
  NewTemplate,
  ReactionCall,
  Template,
  TemplateEdit,
  UploadedFile,
} from './shapes.ts'

// Every method of the transport API (docs/spec: wire-habits 5.2), with the token that the registration answered.

export type TransportOptions = { endpointUrl: string; token: string; patience?: Patience }

type MessageCall = { channel: number; message: MessageRef }
type AckError = { code: string; message?: string; external_code?: string }
type Acknowledged = { channel: number; transport_message_id?: string; created_at?: string; error?: AckError } & (
  | { message: MessageRef; external_message_id?: string }
  | { external_message_id: string }
)

const ALREADY = 'Message with passed external_id already exists'
const NO_TEMPLATE = 'Template not found'

const callers = ({ endpointUrl, token, patience }: TransportOptions) => {
  const base = `${withoutSlash(endpointUrl)}/api/transport/v1`
  const common = { 'x-transport-token': token, accept: 'application/json' }
  const ask = async <T>(call: Omit<Call, 'headers' | 'url'> & { path: string; type?: string }): Promise<T> => {
    const { path, type = 'application/json', ...rest } = call
    const headers = { ...common, ...(rest.body !== undefined && { 'content-type': type }) }
    return (await send({ ...rest, url: base + path, headers }, patience)).body as T
  }
  const json = <T>(method: Call['method'], path: string, body?: unknown, repeatable = true): Promise<T> =>
    ask<T>({ method, path, repeatable, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return { ask, json }
}

/** A 400 that says that it is already so, perhaps by a first try, is good news. */
const unless = async <T>(work: Promise<T>, said: string, instead: T): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.status === 400 && error.message === said) return instead
    throw error
  }
}

const messages = ({ json }: ReturnType<typeof callers>) => ({
  /** Brings a client's message. It carries the messenger's id, so a repeat is recognised. */
  sendMessage: (message: IncomingMessage): Promise<MessageTaken> =>
    unless(json<MessageTaken>('POST', '/messages', message), ALREADY, { repeated: true }),
  /** A message of the past, which notifies nobody. */
  addHistory: ({ channel, ...message }: IncomingMessage): Promise<MessageTaken> =>
    unless(json<MessageTaken>('POST', '/messages/history', { ...message, channel_id: channel }), ALREADY, {
      repeated: true,
    }),
  editMessage: (edit: { channel: number; message: MessageRef & { text: string; edited_at?: number } }) =>
    json<unknown>('PUT', '/messages', edit),
  deleteMessage: (call: MessageCall) => json<unknown>('DELETE', '/messages', call),
  restoreMessage: ({ channel, message }: MessageCall) =>
    json<unknown>('POST', '/messages/restore', { channel_id: channel, message }),
  /** The outcome of a message that was answered with async: true. */
  ackMessage: (ack: Acknowledged): Promise<unknown> => json<unknown>('POST', '/messages/ack', ack),
  markRead: ({ channel, message }: MessageCall) =>
    json<unknown>('POST', '/messages/read', { channel_id: channel, message }),
  markReadUntil: (call: { channel: number; customer: string; until: string }) =>
    json<{ ids: number[] }>('POST', '/messages/read_until', {
      channel_id: call.channel,
      customer_external_id: call.customer,
      until: call.until,
    }),
  addReaction: (call: ReactionCall) => json<unknown>('POST', '/messages/reaction', call),
  /** Without a reaction the oldest one goes; a second try could then take one more, so there is none. */
  deleteReaction: (call: MessageCall & { reaction?: string }) =>
    json<unknown>('DELETE', '/messages/reaction', call, call.reaction !== undefined),
})

const templates = ({ json }: ReturnType<typeof callers>) => {
  const address = (channel: number, code: string) => `/channels/${channel}/templates/${encodeURIComponent(code)}`
  return {
    /** Those of all channels. */
    templates: (): Promise<Template[]> => json('GET', '/templates'),
    /** Not tried again when the answer got lost: look for the template first (templates). */
    createTemplate: (channel: number, template: NewTemplate): Promise<unknown> =>
      json('POST', `/channels/${channel}/templates`, template, false),
    /** What is not given stays. */
    updateTemplate: (channel: number, code: string, edit: TemplateEdit): Promise<unknown> =>
      json('PUT', address(channel, code), edit),
    /** One that is gone already is what was wanted. */
    deleteTemplate: (channel: number, code: string): Promise<unknown> =>
      unless(json<unknown>('DELETE', address(channel, code)), NO_TEMPLATE, {}),
  }
}

export type Transport = ReturnType<typeof createTransport>

export const createTransport = (options: TransportOptions) => {
  const ways = callers(options)
  const { ask, json } = ways
  return {
    channels: (query: { active?: boolean } = {}): Promise<Channel[]> =>
      json('GET', `/channels${query.active === undefined ? '' : `?active=${query.active}`}`),
    /** Not tried again when the answer got lost: look for the channel first (channels). */
    createChannel: (channel: NewChannel): Promise<{ id: number; external_id?: string }> =>
      json('POST', '/channels', channel, false),
    updateChannel: (id: number, edit: ChannelEdit): Promise<{ id: number }> => json('PUT', `/channels/${id}`, edit),
    deactivateChannel: (id: number): Promise<{ id: number }> => json('DELETE', `/channels/${id}`),
    ...messages(ways),
    ...templates(ways),
    /** What webhooks would tell, by asking: for a module that cannot be called. Ask on with the cursor of the answer. */
    feed: ({ after = 0, limit = 100 }: { after?: number; limit?: number } = {}): Promise<Feed> =>
      json('GET', `/webhooks?after=${after}&limit=${limit}`),
    uploadFile: (bytes: Uint8Array, type: string): Promise<UploadedFile> =>
      ask({ method: 'POST', path: '/files/upload', body: bytes, type, repeatable: false }),
    uploadFileByUrl: (url: string): Promise<UploadedFile> => json('POST', '/files/upload_by_url', { url }, false),
    file: (id: string): Promise<UploadedFile> => json('GET', `/files/${encodeURIComponent(id)}`),
  }
}

/** The channel with this external_id: made when it is not there yet, else brought up to date. Resolves with its id. */
export const ensureChannel = async (
  transport: Transport,
  channel: NewChannel & { external_id: string },
): Promise<number> => {
  const known = (await transport.channels()).find(({ external_id }) => external_id === channel.external_id)
  if (!known) return (await transport.createChannel(channel)).id
  await transport.updateChannel(known.id, channel)
  return known.id
}

/** The template with this code: made when it is not there yet, else brought up to date. */
export const ensureTemplate = async (transport: Transport, channel: number, template: NewTemplate): Promise<void> => {
  const isKnown = (await transport.templates()).some(
    ({ channel_id, code }) => channel_id === channel && code === template.code,
  )
  if (!isKnown) return void (await transport.createTemplate(channel, template))
  const { code, type: _fixed, verification_status = 'approved', ...edit } = template
  await transport.updateTemplate(channel, code, { ...edit, verification_status })
}
