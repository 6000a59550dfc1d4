import { complain, type Question, type Said, type Twist } from './ask.ts'
import {
  type Check,
  fill,
  needing,
  needJson,
  needRefusal,
  type Probe,
  type Stage,
  sharedChecks,
  show,
  wellFormed,
} from './stage.ts'
import type { Heard } from './stand-in.ts'

// The webhooks of a conversation as the system sends them, in order, repeated and wrong; and what a visitor brings.

const MESSAGES = '/api/transport/v1/messages'

type Data = Record<string, unknown>

/** Whom to write to: the visitor that --visitor brought, or the one that the command line names. */
type Place = { external_user_id: string; external_chat_id: string; channel_id: number }

const places = new WeakMap<Stage['standIn'], Place>()

const webhookUrl = ({ settings }: Stage): string => settings.integrations?.mgTransport?.webhookUrl ?? ''

const place = (stage: Stage): Place =>
  places.get(stage.standIn) ?? { external_user_id: 'visitor-1', external_chat_id: 'visitor-1', channel_id: 1 }

const webhook = (stage: Stage, type: string, data: Data): Question => ({
  method: 'POST',
  url: webhookUrl(stage),
  json: { type, meta: { timestamp: Math.floor(Date.now() / 1000) }, data: { ...place(stage), ...data } },
})

let lastId = 1000
const message = (stage: Stage, more: Data = {}): Question =>
  webhook(stage, 'message_sent', { id: lastId++, type: 'text', content: 'Hello', quote_external_id: null, ...more })

const isTaken = (said: Said): boolean =>
  said.status >= 200 && said.status < 300 && said.json.error === undefined && said.json.errors === undefined

const PROBE: Probe = {
  make: (stage) => message(stage),
  isDone: isTaken,
  isRefused: (said) => said.status >= 400 || said.json.error !== undefined,
}

const readSent = (said: Said): string => {
  if (said.status !== 200) complain(`message_sent was answered ${show(said)}; success is exactly 200`)
  needJson(said, 'The answer to message_sent')
  if (said.json.error !== undefined) complain(`message_sent was answered with an error: ${show(said)}`)
  const { external_message_id, async: later } = said.json
  if (later !== undefined && typeof later !== 'boolean') complain('"async" must be true or false')
  if (later === true) return complain('an answer with async: true has no id to check; this run needs one at once')
  if (typeof external_message_id !== 'string' || external_message_id === '')
    return complain(`external_message_id must be a text: ${show(said)}`)
  return external_message_id
}

const sendMessage = async (stage: Stage, twist?: Twist): Promise<string> =>
  readSent(await stage.ask(message(stage), twist))

const visitorSays = async (stage: Stage, text: string): Promise<Said> => {
  const body = JSON.stringify({ text })
  const url = fill(stage.hooks.visitor ?? '', { url: stage.settings.baseUrl ?? '' })
  return stage.ask({ method: 'POST', url, raw: { type: 'application/json', body } }, { unsigned: true, clientId: null })
}

const hasVisitor = ({ hooks, seen }: Stage): string | undefined =>
  !seen
    ? 'the module does not talk to this run'
    : hooks.visitor === undefined
      ? 'give --visitor <address> so that a visitor can write: it is sent a POST of {"text": …}'
      : undefined

const isMessage = (text: string) => (heard: Heard) =>
  heard.method === 'POST' && heard.path === MESSAGES && (heard.fields.message as Data | undefined)?.text === text

const newText = (): string => `Is the kettle in stock? ${crypto.randomUUID().slice(0, 8)}`

const channel: Check = {
  name: 'opens a channel',
  always: true,
  needs: ({ seen }) => (seen ? undefined : 'the module does not talk to this run'),
  run: async (stage) => {
    const heard = await stage.standIn.waitFor(
      ({ path, status, method }) => /\/channels(\/\d+)?$/.test(path) && method !== 'GET' && status < 300,
      stage.patienceMs,
    )
    if (!heard) complain('no channel was made: POST /api/transport/v1/channels')
  },
}

const incoming: Check[] = needing(hasVisitor, [
  {
    name: 'brings what a visitor writes',
    always: true,
    run: async (stage) => {
      const text = newText()
      const said = await visitorSays(stage, text)
      if (said.status >= 400) complain(`the visitor's page answered ${show(said)}`)
      const heard = await stage.standIn.waitFor((one) => one.status === 200 && isMessage(text)(one), stage.patienceMs)
      if (!heard) return complain('a visitor wrote, and POST /messages never came')
      const { channel: channelId, external_chat_id, customer } = heard.fields
      places.set(stage.standIn, {
        channel_id: Number(channelId),
        external_chat_id: String(external_chat_id),
        external_user_id: String((customer as Data).external_id),
      })
    },
  },
  {
    name: 'brings it again when the system was busy (503, then 429), and as one message',
    run: async (stage) => {
      const text = newText()
      stage.standIn.next(MESSAGES, 'busy', 'limited')
      await visitorSays(stage, text)
      const heard = await stage.standIn.waitFor(
        (one) => one.status === 200 && isMessage(text)(one),
        stage.patienceMs * 2,
      )
      if (!heard) complain('POST /messages was refused for a moment, and the visitor’s words were lost')
      stage.standIn.calm(MESSAGES)
      const ids = new Set(
        stage.standIn.heard.filter(isMessage(text)).map(({ fields }) => (fields.message as Data).external_id),
      )
      if (ids.size !== 1)
        complain(`the repeats carried ${ids.size} different external_id: the manager would read it twice`)
    },
  },
  {
    name: 'gives each message an id of its own, and one visitor one id',
    run: async (stage) => {
      const texts = [newText(), newText()]
      const heard: Heard[] = []
      for (const text of texts) {
        await visitorSays(stage, text)
        const one = await stage.standIn.waitFor(isMessage(text), stage.patienceMs)
        if (one) heard.push(one)
      }
      const ids = new Set(heard.map(({ fields }) => (fields.message as Data).external_id))
      if (ids.size !== texts.length) complain('two messages came with one external_id: the second would be lost')
    },
  },
])

const outgoing: Check[] = [
  { name: 'delivers a message and says its id', run: async (stage) => void (await sendMessage(stage)) },
  {
    name: 'delivers a repeated webhook once',
    run: async (stage) => {
      const id = `msg_${crypto.randomUUID()}`
      const question = message(stage)
      const [one, two] = [readSent(await stage.ask(question, { id })), readSent(await stage.ask(question, { id }))]
      if (one !== two) complain(`one webhook-id made two messages: ${one} and ${two}`)
    },
  },
  {
    name: 'delivers a webhook once when its repeats come at once',
    run: async (stage) => {
      const id = `msg_${crypto.randomUUID()}`
      const question = message(stage)
      const all = await Promise.all(Array.from({ length: 5 }, () => stage.ask(question, { id })))
      const ids = new Set(all.filter(isTaken).map(readSent))
      if (ids.size !== 1) complain(`one webhook-id made ${ids.size} messages when its repeats came at once`)
    },
  },
  {
    name: 'gives each message an id of its own',
    run: async (stage) => {
      const [one, two] = [await sendMessage(stage), await sendMessage(stage)]
      if (one === two) complain('two messages got the same id')
    },
  },
  {
    name: 'does not pretend to reach somebody who is not there',
    run: async (stage) => {
      const said = await stage.ask(message(stage, { external_user_id: 'never-was', external_chat_id: 'never-was' }))
      if (isTaken(said))
        complain(`a message to nobody was answered ${show(said)}; say {"error":{"code":"customer_not_exists"}}`)
      if (said.status >= 500) complain(`a message to nobody made the module fail: ${show(said)}`)
    },
  },
]

const needTaken = (said: Said, what: string): void => {
  if (!isTaken(said)) complain(`${what} was answered ${show(said)}`)
}

const reacting: Check[] = [
  {
    name: 'takes a reaction, another instead of it, and none',
    run: async (stage) => {
      const external_message_id = await sendMessage(stage)
      const point = { external_message_id }
      const steps: [string, string, Data][] = [
        ['adding 👍', 'reaction_add', { new_reaction: '👍', all_reactions: [{ reaction: '👍' }] }],
        [
          '❤️ instead of 👍',
          'reaction_add',
          { new_reaction: '❤️', old_reaction: '👍', all_reactions: [{ reaction: '❤️' }] },
        ],
        ['taking ❤️ away', 'reaction_delete', { old_reaction: '❤️', all_reactions: [] }],
      ]
      for (const [what, type, data] of steps)
        needTaken(await stage.ask(webhook(stage, type, { ...point, ...data })), what)
    },
  },
  {
    name: 'takes a change, a reading and a deletion, and survives a change that comes too late',
    run: async (stage) => {
      const point = { external_message_id: await sendMessage(stage) }
      const changed = { ...point, type: 'text', content: 'Hello again' }
      for (const [type, data] of [
        ['message_updated', changed],
        ['message_read', point],
        ['message_deleted', point],
      ] as const) {
        const said = await stage.ask(webhook(stage, type, data))
        if (!isTaken(said) && said.status !== 422) complain(`${type} was answered ${show(said)}`)
      }
      const late = await stage.ask(webhook(stage, 'message_updated', changed))
      if (late.status >= 500) complain(`a change to a deleted message made the module fail: ${show(late)}`)
    },
  },
  {
    name: 'survives a reaction to a message that it does not know',
    run: async (stage) => {
      const data = { external_message_id: 'no-such-message', new_reaction: '👍', all_reactions: [{ reaction: '👍' }] }
      const said = await stage.ask(webhook(stage, 'reaction_add', data))
      if (said.status >= 500)
        complain(`it made the module fail: ${show(said)}; a webhook that fails is repeated for days`)
    },
  },
]

const malformed: Check[] = [
  {
    name: 'refuses a webhook that is not JSON',
    run: async (stage) => {
      const question: Question = {
        method: 'POST',
        url: webhookUrl(stage),
        raw: { type: 'application/json', body: '{"type":' },
      }
      needRefusal(PROBE, await stage.ask(question), 'A webhook that is not JSON')
    },
  },
  {
    name: 'refuses a message_sent without data',
    run: async (stage) =>
      needRefusal(
        PROBE,
        await stage.ask({
          method: 'POST',
          url: webhookUrl(stage),
          json: { type: 'message_sent', meta: { timestamp: 1 } },
        }),
        'A message_sent without data',
      ),
  },
  {
    name: 'survives a type that it does not know',
    run: async (stage) => {
      const said = await stage.ask(webhook(stage, 'message_danced', {}))
      if (said.status >= 500) complain(`an unknown type made the module fail: ${show(said)}`)
    },
  },
]

export const transportChecks: Check[] = [
  channel,
  ...incoming,
  ...outgoing,
  ...reacting,
  ...malformed,
  ...sharedChecks(PROBE),
  wellFormed,
]
