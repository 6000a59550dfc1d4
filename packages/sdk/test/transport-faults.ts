import { jsonAnswer } from '../src/request.ts'
import { type Fault, fault } from './faults.ts'
import type { Planted } from './honest.ts'

const type = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString()).type
  } catch {
    return undefined
  }
}

/** Answers something else to what would have been taken. */
const instead =
  (of: string, status: number, body: unknown): NonNullable<Planted['answer']> =>
  (honest) =>
  async (request) => {
    const answer = await honest(request)
    return answer?.status === 200 && type(request.body) === of ? jsonAnswer(status, body) : answer
  }

const failing =
  (when: (body: string) => boolean): NonNullable<Planted['answer']> =>
  (honest) =>
  (request) =>
    when(Buffer.from(request.body).toString()) ? Promise.resolve(jsonAnswer(500, {})) : honest(request)

let count = 0

export const transportFaults = (): Fault[] => [
  fault('answers 201 to a message', /delivers a message/, {
    answer: instead('message_sent', 201, { external_message_id: 'm' }),
  }),
  fault('answers nothing to a message', /delivers a message/, {
    answer: (honest) => async (request) => {
      const answer = await honest(request)
      return answer?.status === 200 && type(request.body) === 'message_sent'
        ? { ...answer, headers: {}, body: '' }
        : answer
    },
  }),
  fault('gives a number for an id', /delivers a message/, {
    answer: instead('message_sent', 200, { external_message_id: 5 }),
  }),
  fault('gives every message the same id', /delivers|an id of its own/, {
    answer: instead('message_sent', 200, { external_message_id: 'm' }),
  }),
  fault('writes async as a text', /delivers a message/, {
    answer: instead('message_sent', 200, { external_message_id: 'm', async: 'false' }),
  }),
  fault('pretends to reach everybody', /somebody who is not there/, {
    transport: () => ({ messageSent: () => ({ external_message_id: crypto.randomUUID() }) }),
  }),
  fault('refuses a reaction that replaces another', /takes a reaction/, {
    answer: (honest) => (request) =>
      Buffer.from(request.body).toString().includes('old_reaction":"👍')
        ? Promise.resolve(jsonAnswer(400, {}))
        : honest(request),
  }),
  fault('falls over the last reaction that goes', /takes a reaction/, {
    answer: failing((body) => body.includes('"all_reactions":[]')),
  }),
  fault('falls over a message that it does not know', /message that it does not know/, {
    answer: failing((body) => body.includes('no-such-message')),
  }),
  fault('falls over a type that it does not know', /type that it does not know/, {
    answer: failing((body) => body.includes('message_danced')),
  }),
  fault('falls over broken JSON', /not JSON/, { answer: failing((body) => body === '{"type":') }),
  fault('takes a message without content', /without data/, {
    answer: (honest) => (request) => {
      const body = Buffer.from(request.body).toString()
      return body.includes('message_sent') && !body.includes('"data"')
        ? Promise.resolve(jsonAnswer(200, {}))
        : honest(request)
    },
  }),
  fault('refuses deletions', /a change, a reading and a deletion/, {
    answer: instead('message_deleted', 400, { error: { code: 'general', message: 'no' } }),
  }),
  fault('opens a channel with a word of its own', /sends nothing/, { channel: { text: { reaction: 'yes' } } }),
  fault('writes emoji as names', /sends nothing/, {
    channel: { reactions: { dictionary: [':thumbsup:'], max_count: 1 } },
  }),
  fault('brings a visitor without a name', /sends nothing/, { nickname: '' }),
  fault('gives all messages of a visitor one id', /message an id of its own/, {
    message: (message) => ({ ...message, external_id: 'm-1' }),
  }),
  fault('brings empty messages', /visitor writes/, { message: (message) => ({ ...message, text: '' }) }),
  fault('loses what a visitor writes', /visitor writes/, {
    answer: (honest) => (request) =>
      request.url === '/visitor' ? Promise.resolve(jsonAnswer(200, {})) : honest(request),
  }),
  fault('brings things twice under two ids', /brings|an id of its own/, {
    message: (message) => ({ ...message, text: `${message.text}${count++}` }),
  }),
]
