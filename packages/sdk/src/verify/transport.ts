import {
  type Check,
  type CheckContext,
  expectJson,
  expectRefusal,
  fillTemplate,
  formatReply,
  type Probe,
  sendsValidRequests,
  sendsWhatIsUsed,
  sharedChecks,
  withSkipReason,
} from './check.ts'
import type { ReceivedRequest } from './mock-system.ts'
import { fail, type ModuleReply, type ProbeRequest } from './send-request.ts'
import { cardChecks, type Data } from './transport-cards.ts'

// Checks of a transport module: webhooks in order, repeated and wrong, and the messages of a visitor.

const MESSAGES = '/api/transport/v1/messages'

/** The recipient of messages: the visitor who wrote through --visitor. */
type ConversationRef = { external_user_id: string; external_chat_id: string; channel_id: number }

const places = new WeakMap<CheckContext['mockSystem'], ConversationRef>()

const webhookUrl = ({ settings }: CheckContext): string => settings.integrations?.mgTransport?.webhookUrl ?? ''
const place = (context: CheckContext): ConversationRef =>
  places.get(context.mockSystem) ?? { external_user_id: 'visitor-1', external_chat_id: 'visitor-1', channel_id: 1 }

const webhook = (context: CheckContext, type: string, data: Data): ProbeRequest => ({
  method: 'POST',
  url: webhookUrl(context),
  json: { type, meta: { timestamp: Math.floor(Date.now() / 1000) }, data: { ...place(context), ...data } },
})

let lastId = 1000
const message = (context: CheckContext, more: Data = {}): ProbeRequest => {
  const id = lastId++
  context.mockSystem.sent.add(id)
  return webhook(context, 'message_sent', { id, type: 'text', content: 'Hello', quote_external_id: null, ...more })
}

const isAccepted = (reply: ModuleReply): boolean =>
  reply.status >= 200 && reply.status < 300 && reply.json.error === undefined && reply.json.errors === undefined

const PROBE: Probe = {
  buildRequest: (context) => message(context),
  isAccepted,
  isRefused: (reply) => reply.status >= 400 || reply.json.error !== undefined,
}

const parseMessageId = (reply: ModuleReply): string => {
  if (reply.status !== 200) fail(`message_sent responded ${formatReply(reply)}; success is exactly 200`)
  expectJson(reply, 'The response to message_sent')
  if (reply.json.error !== undefined) fail(`message_sent responded with an error: ${formatReply(reply)}`)
  const { external_message_id, async: later } = reply.json
  if (later !== undefined && typeof later !== 'boolean') fail('"async" must be true or false')
  if (later === true) return fail('a response with async: true has no id to check; verify needs a synchronous one')
  if (typeof external_message_id !== 'string' || external_message_id === '')
    return fail(`external_message_id must be a string: ${formatReply(reply)}`)
  return external_message_id
}

const sendMessage = async (context: CheckContext, more?: Data): Promise<string> =>
  parseMessageId(await context.send(message(context, more)))

const sendAsVisitor = async (context: CheckContext, text: string): Promise<ModuleReply> => {
  const body = JSON.stringify({ text })
  const url = fillTemplate(context, context.hooks.visitor ?? '')
  return context.send(
    { method: 'POST', url, raw: { type: 'application/json', body } },
    { unsigned: true, clientId: null },
  )
}

const NEEDS_VISITOR = 'needs --visitor <url>: a POST of {"text": …} to it sends a visitor’s message'
const isConnected = ({ connected }: CheckContext) =>
  connected ? undefined : 'the module is not connected to the mock system'
const hasVisitor = (context: CheckContext) =>
  isConnected(context) ?? (context.hooks.visitor === undefined ? NEEDS_VISITOR : undefined)

const isMessage = (text: string) => (received: ReceivedRequest) =>
  received.method === 'POST' &&
  received.path === MESSAGES &&
  (received.fields.message as Data | undefined)?.text === text

const newText = (): string => `Is the kettle in stock? ${crypto.randomUUID().slice(0, 8)}`

const channel: Check = {
  name: 'creates a channel',
  always: true,
  skipReason: isConnected,
  run: async (context) => {
    const received = await context.mockSystem.waitFor(
      ({ path, status, method }) => /\/channels(\/\d+)?$/.test(path) && method !== 'GET' && status < 300,
      context.waitMs,
    )
    if (!received) fail('no channel was created: POST /api/transport/v1/channels')
  },
}

const incoming: Check[] = withSkipReason(hasVisitor, [
  {
    name: 'delivers what a visitor writes',
    always: true,
    run: async (context) => {
      const text = newText()
      const reply = await sendAsVisitor(context, text)
      if (reply.status >= 400) fail(`the visitor's page responded ${formatReply(reply)}`)
      const received = await context.mockSystem.waitFor(
        (one) => one.status === 200 && isMessage(text)(one),
        context.waitMs,
      )
      if (!received) return fail('a visitor wrote, but POST /messages was not sent')
      const { channel: channelId, external_chat_id, customer } = received.fields
      places.set(context.mockSystem, {
        channel_id: Number(channelId),
        external_chat_id: String(external_chat_id),
        external_user_id: String((customer as Data).external_id),
      })
    },
  },
  {
    name: 'retries a visitor’s message after 503 and 429, as one message',
    run: async (context) => {
      const text = newText()
      context.mockSystem.queueResponses(MESSAGES, 'busy', 'rate-limited')
      await sendAsVisitor(context, text)
      const received = await context.mockSystem.waitFor(
        (one) => one.status === 200 && isMessage(text)(one),
        context.waitMs * 2,
      )
      if (!received) fail('POST /messages got a 503 and a 429, and the message was lost')
      context.mockSystem.clearResponses(MESSAGES)
      const ids = new Set(
        context.mockSystem.received.filter(isMessage(text)).map(({ fields }) => (fields.message as Data).external_id),
      )
      if (ids.size !== 1)
        fail(`the retries had ${ids.size} different external_id: the manager would get the message twice`)
    },
  },
  {
    name: 'gives each message an id of its own, and one visitor one id',
    run: async (context) => {
      const texts = [newText(), newText()]
      const received: ReceivedRequest[] = []
      for (const text of texts) {
        await sendAsVisitor(context, text)
        const one = await context.mockSystem.waitFor(isMessage(text), context.waitMs)
        if (one) received.push(one)
      }
      const ids = new Set(received.map(({ fields }) => (fields.message as Data).external_id))
      if (ids.size !== texts.length) fail('two messages had the same external_id: the second would be lost')
    },
  },
])

const outgoing: Check[] = [
  { name: 'delivers a message and returns its id', run: async (context) => void (await sendMessage(context)) },
  {
    name: 'delivers a repeated webhook once',
    run: async (context) => {
      const id = `msg_${crypto.randomUUID()}`
      const request = message(context)
      const [one, two] = [
        parseMessageId(await context.send(request, { id })),
        parseMessageId(await context.send(request, { id })),
      ]
      if (one !== two) fail(`one webhook-id created two messages: ${one} and ${two}`)
    },
  },
  {
    name: 'delivers a webhook once when it is repeated concurrently',
    run: async (context) => {
      const id = `msg_${crypto.randomUUID()}`
      const request = message(context)
      const all = await Promise.all(Array.from({ length: 5 }, () => context.send(request, { id })))
      const ids = new Set(all.filter(isAccepted).map(parseMessageId))
      if (ids.size !== 1) fail(`one webhook-id created ${ids.size} messages when it was repeated concurrently`)
    },
  },
  {
    name: 'gives each message an id of its own',
    run: async (context) => {
      const [one, two] = [await sendMessage(context), await sendMessage(context)]
      if (one === two) fail('two messages got the same id')
    },
  },
  {
    name: 'refuses a message to an unknown customer',
    run: async (context) => {
      const reply = await context.send(
        message(context, { external_user_id: 'never-was', external_chat_id: 'never-was' }),
      )
      if (isAccepted(reply))
        fail(
          `a message to an unknown customer responded ${formatReply(reply)}; return {"error":{"code":"customer_not_exists"}}`,
        )
      if (reply.status >= 500) fail(`a message to an unknown customer made the module fail: ${formatReply(reply)}`)
    },
  },
]

const expectAccepted = (reply: ModuleReply, what: string): void => {
  if (!isAccepted(reply)) fail(`${what} responded ${formatReply(reply)}`)
}

const reacting: Check[] = [
  {
    name: 'accepts adding, replacing and removing a reaction',
    run: async (context) => {
      const external_message_id = await sendMessage(context)
      const point = { external_message_id }
      const steps: [string, string, Data][] = [
        ['adding 👍', 'reaction_add', { new_reaction: '👍', all_reactions: [{ reaction: '👍' }] }],
        [
          'replacing 👍 by ❤️',
          'reaction_add',
          { new_reaction: '❤️', old_reaction: '👍', all_reactions: [{ reaction: '❤️' }] },
        ],
        ['removing ❤️', 'reaction_delete', { old_reaction: '❤️', all_reactions: [] }],
      ]
      for (const [what, type, data] of steps)
        expectAccepted(await context.send(webhook(context, type, { ...point, ...data })), what)
    },
  },
  {
    name: 'accepts an edit, a read receipt and a deletion, and survives a late edit',
    run: async (context) => {
      const point = { external_message_id: await sendMessage(context) }
      const changed = { ...point, type: 'text', content: 'Hello again' }
      for (const [type, data] of [
        ['message_updated', changed],
        ['message_read', point],
        ['message_deleted', point],
      ] as const) {
        const reply = await context.send(webhook(context, type, data))
        if (!isAccepted(reply) && reply.status !== 422) fail(`${type} responded ${formatReply(reply)}`)
      }
      const late = await context.send(webhook(context, 'message_updated', changed))
      if (late.status >= 500) fail(`an edit of a deleted message made the module fail: ${formatReply(late)}`)
    },
  },
  {
    name: 'survives a reaction to an unknown message',
    run: async (context) => {
      const data = { external_message_id: 'no-such-message', new_reaction: '👍', all_reactions: [{ reaction: '👍' }] }
      const reply = await context.send(webhook(context, 'reaction_add', data))
      if (reply.status >= 500)
        fail(`it made the module fail: ${formatReply(reply)}; a failed webhook is retried for days`)
    },
  },
]

const malformed: Check[] = [
  {
    name: 'refuses a webhook that is not JSON',
    run: async (context) => {
      const request: ProbeRequest = {
        method: 'POST',
        url: webhookUrl(context),
        raw: { type: 'application/json', body: '{"type":' },
      }
      expectRefusal(PROBE, await context.send(request), 'A webhook that is not JSON')
    },
  },
  {
    name: 'refuses a message_sent without data',
    run: async (context) =>
      expectRefusal(
        PROBE,
        await context.send({
          method: 'POST',
          url: webhookUrl(context),
          json: { type: 'message_sent', meta: { timestamp: 1 } },
        }),
        'A message_sent without data',
      ),
  },
  {
    name: 'survives an unknown webhook type',
    run: async (context) => {
      const reply = await context.send(webhook(context, 'message_danced', {}))
      if (reply.status >= 500) fail(`an unknown type made the module fail: ${formatReply(reply)}`)
    },
  },
]

export const transportChecks: Check[] = [
  channel,
  ...incoming,
  ...outgoing,
  ...cardChecks(sendMessage, (context) => place(context).channel_id),
  ...reacting,
  ...malformed,
  ...sharedChecks(PROBE),
  sendsValidRequests,
  sendsWhatIsUsed,
]
