import { emojiKey, isEmoji } from '@patchbay/contract/base/emoji'
import { acceptsFromCustomers, mergeSettings } from '@patchbay/contract/chats/channel-rules'
import type { ChannelSettings } from '@patchbay/contract/chats/channels'
import type { MessageType } from '@patchbay/contract/chats/messages'
import { type MockMessage, type MockSystemState, type RouteHandler, refuse } from './mock-system-state.ts'

// Channels, messages, reactions, templates and files of a transport.

type Fields = Record<string, unknown>
type MessageRef = { external_id?: string; id?: number }

const now = (): string => new Date().toISOString()

const findChannel = ({ channels }: MockSystemState, id: unknown): Fields =>
  channels.get(Number(id)) ?? refuse('channel_unknown')

const saveChannel = (state: MockSystemState, id: number, before: Fields | undefined, given: Fields): void => {
  const settings = mergeSettings((before?.settings ?? {}) as ChannelSettings, given.settings as ChannelSettings)
  state.channels.set(id, { ...before, ...given, settings, id })
}

const activateChannel: RouteHandler = (state, { body }) => {
  const { id: known, ...given } = body
  const before = known ? findChannel(state, known) : undefined
  const id = before ? Number(known) : state.channels.size + 1
  saveChannel(state, id, before, { ...given, is_active: true })
  return { status: before ? 200 : 201, body: { id, external_id: given.external_id, activated_at: now() } }
}

const updateChannel: RouteHandler = (state, { params, body }) => {
  const id = Number(params.channel_id)
  saveChannel(state, id, findChannel(state, id), body)
  return { body: { id, updated_at: now() } }
}

const deactivateChannel: RouteHandler = (state, { params }) => {
  const id = Number(params.channel_id)
  saveChannel(state, id, findChannel(state, id), { is_active: false })
  return { body: { id, deactivated_at: now() } }
}

const findMessage = (state: MockSystemState, channel: unknown, ref: MessageRef): MockMessage | undefined => {
  const all = state.messages.filter((message) => message.channel === Number(channel))
  return (
    (ref.external_id ? all.find(({ externalId }) => externalId === ref.external_id) : undefined) ??
    all.find(({ id }) => id === ref.id)
  )
}

/** Which id the module gave to a message of a manager is only in its answer, so any unknown one may be of those. */
const mayBeSent = ({ sent }: MockSystemState, { external_id, id }: MessageRef): boolean =>
  id === undefined ? sent.size > 0 && external_id !== undefined : sent.has(id)

const namedMessage = (state: MockSystemState, channel: unknown, ref: MessageRef, evenDeleted = false): MockMessage => {
  findChannel(state, channel)
  if (!ref.external_id && ref.id === undefined) refuse('message_unnamed')
  const message = findMessage(state, channel, ref)
  if (message && (evenDeleted || !message.deleted)) return message
  if (!message && mayBeSent(state, ref)) {
    const { id = 0, external_id: externalId } = ref
    const sent = { id, channel: Number(channel), externalId, type: 'text', deleted: false, reactions: [] }
    state.messages.push(sent)
    return sent
  }
  return refuse('message_unknown')
}

const receiveMessage =
  (channelName: 'channel' | 'channel_id'): RouteHandler =>
  (state, { body }) => {
    const channel = findChannel(state, body[channelName])
    if (channel.is_active === false) refuse('channel_inactive')
    const message = body.message as { external_id?: string; type: string; items?: { id: string }[] }
    if (message.items?.some(({ id }) => !state.files.has(id.toLowerCase()))) refuse('file_unknown')
    const chat = `${String(channel.id)}/${String(body.external_chat_id ?? '')}`
    if (!body.customer && !body.user) {
      if (!body.external_chat_id) refuse('client_missing')
      if (!state.chats.has(chat)) refuse('chat_unknown')
    }
    const { external_id } = message
    if (external_id && findMessage(state, channel.id, { external_id })) refuse('message_exists')
    const quote = body.quote as MessageRef | undefined
    const isLost = quote && !findMessage(state, channel.id, quote) && !mayBeSent(state, quote)
    state.chats.add(chat)
    const id = state.messages.length + 1
    const { type } = message
    const externalId = external_id || undefined
    state.messages.push({ id, channel: Number(channel.id), externalId, type, deleted: false, reactions: [] })
    return { body: { message_id: id, time: now(), ...(isLost && { warnings: ['Quoted message not found'] }) } }
  }

const onMessage =
  (
    channelName: 'channel' | 'channel_id',
    change: (message: MockMessage) => object,
    evenDeleted = false,
  ): RouteHandler =>
  (state, { body }) => {
    const external = body.external_message_id as string | undefined
    const ref = { ...(external !== undefined && { external_id: external }), ...(body.message as MessageRef) }
    return { body: change(namedMessage(state, body[channelName], ref, evenDeleted)) }
  }

const setDeleted = (deleted: boolean) => (message: MockMessage) => {
  message.deleted = deleted
  return { id: message.id }
}

const addReaction: RouteHandler = (state, { body }) => {
  const channel = findChannel(state, body.channel)
  const reaction = String(body.reaction)
  if (!isEmoji(reaction)) refuse('emoji_unknown')
  const message = namedMessage(state, body.channel, body.message as MessageRef)
  if (!acceptsFromCustomers(channel.settings as ChannelSettings, message.type as MessageType, 'reaction'))
    refuse('reactions_not_sent', { values: { type: message.type } })
  if (!message.reactions.includes(emojiKey(reaction))) message.reactions.push(emojiKey(reaction))
  return { body: {} }
}

const removeReaction: RouteHandler = (state, { body }) => {
  findChannel(state, body.channel)
  const reaction = body.reaction as string | undefined
  if (reaction !== undefined && !isEmoji(reaction)) refuse('emoji_unknown')
  const message = namedMessage(state, body.channel, body.message as MessageRef)
  const place = reaction === undefined ? 0 : message.reactions.indexOf(emojiKey(reaction))
  if (message.reactions[place] === undefined) refuse('reaction_absent')
  message.reactions.splice(place, 1)
  return { body: {} }
}

const readUntil: RouteHandler = (state, { body }) => {
  findChannel(state, body.channel_id)
  return { body: { ids: [] } }
}

const templatePlace = ({ channel_id, code }: Fields): string => `${String(channel_id)}/${String(code)}`

const createTemplate: RouteHandler = (state, { params, body }) => {
  findChannel(state, params.channel_id)
  const place = templatePlace({ ...params, code: body.code })
  if (state.templates.has(place)) refuse('template_taken')
  state.templates.set(place, { ...body, channel_id: Number(params.channel_id) })
  return { body: {} }
}

const updateTemplate: RouteHandler = (state, { params, body }) => {
  findChannel(state, params.channel_id)
  const before = state.templates.get(templatePlace(params)) ?? refuse('template_unknown')
  state.templates.set(templatePlace(params), { ...before, ...body })
  return { body: {} }
}

const deleteTemplate: RouteHandler = (state, { params }) => {
  findChannel(state, params.channel_id)
  if (!state.templates.delete(templatePlace(params))) refuse('template_unknown')
  return { body: {} }
}

const uploadFile: RouteHandler = (state, { bytes, contentType }) => {
  const id = crypto.randomUUID()
  const type = contentType || 'application/octet-stream'
  state.files.set(id, { bytes, type })
  return { body: { id, type: type.startsWith('image/') ? 'image' : 'file', size: bytes.length } }
}

const getFile: RouteHandler = (state, { params }) => {
  const file = state.files.get(String(params.file_id ?? params.id)) ?? refuse('file_unknown')
  const url = `${state.url}/files/${String(params.file_id ?? params.id)}`
  return {
    body: {
      id: params.file_id ?? params.id,
      type: 'file',
      size: file.bytes.length,
      mime_type: file.type,
      url,
      Url: url,
    },
  }
}

export const CHAT_ROUTES: Readonly<Record<string, RouteHandler>> = {
  'channels.list': ({ channels }) => ({ body: [...channels.values()] }),
  'channels.activate': activateChannel,
  'channels.update': updateChannel,
  'channels.deactivate': deactivateChannel,
  'templates.list': ({ templates }) => ({ body: [...templates.values()] }),
  'templates.activate': createTemplate,
  'templates.update': updateTemplate,
  'templates.deactivate': deleteTemplate,
  'webhooks.feed': () => ({ body: { events: [], cursor: 0 } }),
  'messages.send': receiveMessage('channel'),
  'messages.history': receiveMessage('channel_id'),
  'messages.edit': onMessage('channel', () => ({})),
  'messages.delete': onMessage('channel', setDeleted(true), true),
  'messages.restore': onMessage('channel_id', setDeleted(false), true),
  'messages.ack': onMessage('channel', () => ({}), true),
  'messages.read': onMessage('channel_id', () => ({})),
  'messages.read-until': readUntil,
  'reactions.add': addReaction,
  'reactions.remove': removeReaction,
  'files.upload': uploadFile,
  'files.upload-by-url': () => ({ body: { id: crypto.randomUUID(), type: 'file', size: 0 } }),
  'files.get': getFile,
}
