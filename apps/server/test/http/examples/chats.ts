import type { Endpoint } from '@patchbay/contract/base/endpoint'
import * as channels from '@patchbay/contract/chats/channels'
import * as messages from '@patchbay/contract/chats/messages'
import * as reactions from '@patchbay/contract/chats/reactions'
import * as references from '@patchbay/contract/chats/reference-channels'
import * as templates from '@patchbay/contract/chats/templates'
import { readFeed } from '@patchbay/contract/chats/webhooks'
import * as files from '@patchbay/contract/platform/files'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { expect } from 'vitest'
import { lanesDone } from '../../support/lanes.ts'
import type { ExampleInput } from './recorder.ts'
import { ofWorkspace, type Stage } from './stage.ts'

const both = { creating: 'both', editing: 'both', quoting: 'both', deleting: 'both', reaction: 'both' } as const
const SETTINGS = {
  text: both,
  file: both,
  status: { delivered: 'both', read: 'both' },
  reactions: { dictionary: ['👍', '❤️', '🌿'], max_count: 1 },
} as const

/** The part of the scenario that speaks with the token of the transport. */
type Transport = Stage & {
  client: HttpClient
  speak: <E extends Endpoint>(endpoint: E, input?: ExampleInput<E>) => ReturnType<typeof sendAs<E>>
}
const sendAs = <E extends Endpoint>(stage: Stage, client: HttpClient, endpoint: E, input?: ExampleInput<E>) =>
  stage.recorder.call(client, endpoint, input)

const connect = async (stage: Stage): Promise<Transport> => {
  const { system, moduleUrl } = stage
  const mgTransport = { webhookUrl: `${moduleUrl}/hook`, actions: { online: '/online', visits: '/visits' } }
  const integrationModule = { code: 'fern-chat', clientId: 'fern-chat', name: 'Fern chat', baseUrl: moduleUrl }
  const reply = await system.fern.api.post('/api/v5/integration-modules/fern-chat/edit', {
    integrationModule: { ...integrationModule, integrations: { mgTransport } },
  })
  const { token } = (reply.body as { info: { mgTransport: { token: string } } }).info.mgTransport
  const client = system.fern.stranger.with({ 'x-transport-token': token })
  return { ...stage, client, speak: (endpoint, input) => sendAs(stage, client, endpoint, input) }
}

const recordChannels = async ({ speak, call }: Transport): Promise<number> => {
  const { id } = await speak(channels.activateChannel, {
    body: { type: 'telegram', external_id: 'fern-bot', name: 'Fern Garden on Telegram', settings: SETTINGS },
  })
  const second = await speak(channels.activateChannel, { body: { type: 'custom', name: 'Old line' } })
  await speak(channels.deactivateChannel, { params: { channel_id: second.id } })
  await speak(channels.activateChannel, { body: { type: 'custom', id: second.id } })
  await speak(channels.updateChannel, {
    params: { channel_id: id },
    body: { name: 'Fern Garden', settings: { reactions: { dictionary: ['👍', '❤️'], max_count: 1 } } },
  })
  await speak(channels.listChannels, { query: { active: true, limit: 100 } })
  const params = { channel_id: id, code: 'order_sent' }
  await speak(templates.activateTemplate, {
    params: { channel_id: id },
    body: { code: params.code, name: 'Order sent', type: 'text', template: ['Your order is on its way'], lang: 'en' },
  })
  await speak(templates.updateTemplate, { params, body: { name: 'Order on its way' } })
  await speak(templates.listTemplates)
  await call(references.listReferenceChannels)
  await call(references.listReferenceTemplates, { query: { channel_id: id } })
  await speak(templates.deactivateTemplate, { params })
  return id
}

const recordFiles = async ({ speak, recorder, client, moduleUrl }: Transport): Promise<string> => {
  const uploaded = await recorder.callRaw(client, files.uploadFile, { bytes: Buffer.from('Water twice a week.') })
  const { id } = uploaded.body as { id: string }
  await speak(files.uploadFileByUrl, { body: { url: `${moduleUrl}/pictures/fern.png` } })
  await speak(files.getFile, { params: { id } })
  return id
}

const customer = { external_id: 'nora', nickname: 'nora', first_name: 'Nora', last_name: 'Berg' }

const recordCustomerMessages = async ({ speak }: Transport, channel: number, file: string): Promise<number> => {
  const place = { external_chat_id: 'chat-nora', customer }
  const old = {
    type: 'text',
    external_id: 'm-0',
    text: 'Do you sell ferns?',
    created_at: '2026-02-27T08:00:00Z',
  } as const
  await speak(messages.sendHistoryMessage, { body: { channel_id: channel, ...place, message: old } })
  const message = { type: 'text', external_id: 'm-1', text: 'Has my order been sent?' } as const
  const { message_id } = await speak(messages.sendMessage, { body: { channel, ...place, message } })
  const leaflet = { type: 'file', external_id: 'm-2', items: [{ id: file, caption: 'The leaflet' }] } as const
  await speak(messages.sendMessage, { body: { channel, ...place, message: leaflet } })
  await speak(messages.editMessage, {
    body: { channel, message: { external_id: 'm-1', text: 'Has my order 501 been sent?' } },
  })
  await speak(messages.deleteMessage, { body: { channel, message: { external_id: 'm-2' } } })
  await speak(messages.restoreMessage, { body: { channel_id: channel, message: { external_id: 'm-2' } } })
  return message_id
}

/** What a manager does in the conversation, which the transport gets as webhooks; and its reports about it. */
const recordConversation = async (transport: Transport, channel: number, question: number): Promise<void> => {
  const { bruno, speak, recorder, system } = transport
  const { chats } = await ofWorkspace<{ chats: { id: number }[] }>(bruno.get('/workspace/chats'))
  const chat = chats[0]?.id ?? 0
  await ofWorkspace(bruno.postJson(`/workspace/chats/${chat}/read`, {}))
  const written = bruno.postJson(`/workspace/chats/${chat}/messages`, {
    text: 'It left this morning',
    quoteId: question,
  })
  const { id } = await ofWorkspace<{ id: number }>(written)
  await lanesDone(system, 'fern-chat')
  const react = (method: string, path: string, body?: object) =>
    ofWorkspace(
      bruno.send(method, `/workspace/messages/${path}`, {
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
    )
  await react('PUT', `${question}/reactions`, { reaction: '👍' })
  await react('PUT', `${question}/reactions`, { reaction: '❤️' })
  await react('DELETE', `${question}/reactions?${new URLSearchParams({ reaction: '❤️' })}`)
  await react('PUT', `${id}`, { text: 'It left this morning, by courier' })
  await lanesDone(system, 'fern-chat')
  const reply = { channel, message: { external_id: `reply-${id}` } }
  await speak(messages.ackMessage, { body: { channel, message: { id }, external_message_id: `reply-${id}` } })
  await speak(messages.readMessagesUntil, {
    body: { channel_id: channel, customer_external_id: 'nora', until: new Date().toISOString() },
  })
  await speak(messages.readMessage, { body: { channel_id: channel, message: { id } } })
  await speak(reactions.addReaction, { body: { ...reply, reaction: '🌿' } })
  await speak(reactions.removeReaction, { body: { ...reply, reaction: '🌿' } })
  await react('DELETE', `${id}`)
  await ofWorkspace(bruno.get(`/workspace/chats/${chat}/visitor`))
  await lanesDone(system, 'fern-chat')
  await expect
    .poll(() => Object.keys(recorder.recording.webhooks), { timeout: 60_000 })
    .toContain('transport.message-deleted')
  await speak(readFeed, { query: { after: 0, limit: 2 } })
}

export const recordChats = async (stage: Stage): Promise<void> => {
  const transport = await connect(stage)
  const channel = await recordChannels(transport)
  const file = await recordFiles(transport)
  const question = await recordCustomerMessages(transport, channel, file)
  await recordConversation(transport, channel, question)
}
