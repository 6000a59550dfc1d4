import { jsonResponse } from '../src/request.ts'
import type { InjectedFault } from './correct-modules.ts'
import { type Fault, fault } from './faults.ts'

const type = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString()).type
  } catch {
    return undefined
  }
}

/** Replaces the response to an accepted webhook. */
const instead =
  (of: string, status: number, body: unknown): NonNullable<InjectedFault['handler']> =>
  (correct) =>
  async (request) => {
    const answer = await correct(request)
    return answer?.status === 200 && type(request.body) === of ? jsonResponse(status, body) : answer
  }

const failing =
  (when: (body: string) => boolean): NonNullable<InjectedFault['handler']> =>
  (correct) =>
  (request) =>
    when(Buffer.from(request.body).toString()) ? Promise.resolve(jsonResponse(500, {})) : correct(request)

let count = 0

export const transportFaults = (): Fault[] => [
  fault('responds 201 to a message', /delivers a message/, {
    handler: instead('message_sent', 201, { external_message_id: 'm' }),
  }),
  fault('responds with an empty body to a message', /delivers a message/, {
    handler: (correct) => async (request) => {
      const answer = await correct(request)
      return answer?.status === 200 && type(request.body) === 'message_sent'
        ? { ...answer, headers: {}, body: '' }
        : answer
    },
  }),
  fault('returns a number as id', /delivers a message/, {
    handler: instead('message_sent', 200, { external_message_id: 5 }),
  }),
  fault('returns the same id for every message', /delivers|an id of its own/, {
    handler: instead('message_sent', 200, { external_message_id: 'm' }),
  }),
  fault('returns async as a string', /delivers a message/, {
    handler: instead('message_sent', 200, { external_message_id: 'm', async: 'false' }),
  }),
  fault('crashes on the product that its channel accepts', /each kind of message/, {
    handler: failing((body) => body.includes('"type":"product"')),
  }),
  fault('refuses the order that its channel accepts', /each kind of message/, {
    handler: (correct) => (request) =>
      Buffer.from(request.body).toString().includes('"type":"order"')
        ? Promise.resolve(jsonResponse(200, { error: { code: 'general', message: 'no orders' } }))
        : correct(request),
  }),
  fault('crashes on quick replies', /each kind of message/, {
    handler: failing((body) => body.includes('"suggestions"')),
  }),
  fault('crashes on its own template', /each kind of message/, {
    handler: failing((body) => body.includes('"template"')),
  }),
  fault('accepts messages to unknown customers', /unknown customer/, {
    transport: () => ({ messageSent: () => ({ external_message_id: crypto.randomUUID() }) }),
  }),
  fault('refuses a reaction that replaces another', /replacing and removing/, {
    handler: (correct) => (request) =>
      Buffer.from(request.body).toString().includes('old_reaction":"👍')
        ? Promise.resolve(jsonResponse(400, {}))
        : correct(request),
  }),
  fault('crashes when the last reaction is removed', /replacing and removing/, {
    handler: failing((body) => body.includes('"all_reactions":[]')),
  }),
  fault('crashes on an unknown message', /unknown message/, {
    handler: failing((body) => body.includes('no-such-message')),
  }),
  fault('crashes on an unknown type', /unknown webhook type/, {
    handler: failing((body) => body.includes('message_danced')),
  }),
  fault('crashes on invalid JSON', /not JSON/, { handler: failing((body) => body === '{"type":') }),
  fault('accepts a message without content', /without data/, {
    handler: (correct) => (request) => {
      const body = Buffer.from(request.body).toString()
      return body.includes('message_sent') && !body.includes('"data"')
        ? Promise.resolve(jsonResponse(200, {}))
        : correct(request)
    },
  }),
  fault('refuses deletions', /a read receipt and a deletion/, {
    handler: instead('message_deleted', 400, { error: { code: 'general', message: 'no' } }),
  }),
  fault('creates a channel with an unknown setting', /sends nothing/, { channel: { text: { reaction: 'yes' } } }),
  fault('writes emoji as names', /sends nothing/, {
    channel: { reactions: { dictionary: [':thumbsup:'], max_count: 1 } },
  }),
  fault('sends a visitor without a name', /sends nothing/, { nickname: '' }),
  fault('sends all messages of a visitor with one id', /message an id of its own/, {
    message: (message) => ({ ...message, external_id: 'm-1' }),
  }),
  fault('sends empty messages', /visitor writes/, { message: (message) => ({ ...message, text: '' }) }),
  fault('loses what a visitor writes', /visitor writes/, {
    handler: (correct) => (request) =>
      request.url === '/visitor' ? Promise.resolve(jsonResponse(200, {})) : correct(request),
  }),
  fault('sends messages twice under two ids', /visitor writes|visitor’s message|an id of its own/, {
    message: (message) => ({ ...message, text: `${message.text}${count++}` }),
  }),
]
