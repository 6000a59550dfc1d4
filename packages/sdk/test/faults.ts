// Faults as authors make them, each a small wrapper around an honest module, and the check that must find it.
import { type Answering, headerOf, jsonAnswer, type ModuleRequest } from '../src/request.ts'
import { sign, verify } from '../src/signature.ts'
import type { Planted } from './honest.ts'

export type Fault = { name: string; planted: Planted; finds: RegExp }

export const fault = (name: string, finds: RegExp, planted: Planted): Fault => ({ name, finds, planted })

type Place = { secret: string; clientId: string }

const signedPart = (request: ModuleRequest): string =>
  request.method === 'GET' ? (request.url.split('?')[1] ?? '') : Buffer.from(request.body).toString()

/** Makes a wrong request right, as a module does that does not look. */
const resign = (request: ModuleRequest, { secret }: Place, id?: string): ModuleRequest => {
  const kept = id ?? headerOf(request, 'webhook-id') ?? crypto.randomUUID()
  return { ...request, headers: { ...request.headers, ...sign([secret], kept, new Date(), signedPart(request)) } }
}

const asKnown = (request: ModuleRequest, { clientId }: Place): ModuleRequest => {
  const swap = (text: string) => {
    const fields = new URLSearchParams(text)
    fields.set('clientId', clientId)
    return fields.toString()
  }
  if (request.method === 'GET')
    return { ...request, url: request.url.replace(/\?.*$/, `?${swap(signedPart(request))}`) }
  if (headerOf(request, 'content-type')?.startsWith('application/json'))
    return { ...request, headers: { ...request.headers, clientid: clientId } }
  return { ...request, body: Buffer.from(swap(Buffer.from(request.body).toString())) }
}

const isRight = (request: ModuleRequest, { secret }: Place, at = new Date()): boolean =>
  verify(secret, { ...request.headers }, signedPart(request), at).ok

const changed =
  (change: (request: ModuleRequest, place: Place) => ModuleRequest): NonNullable<Planted['answer']> =>
  (honest, place) =>
  (request) =>
    honest(change(request, place))

const never = () => new Promise<never>(() => {})

/** Remembers an answer only when it is ready: repeats that come meanwhile are done again. */
const tooLate = () => {
  const answers = new Map<string, Awaited<ReturnType<Answering>>>()
  return async (key: string, work: () => Promise<NonNullable<Awaited<ReturnType<Answering>>>>) => {
    const known = answers.get(key)
    if (known) return known
    await new Promise((resolve) => setTimeout(resolve, 30))
    const answer = await work()
    answers.set(key, answer)
    return answer
  }
}

const oneByOne = (): NonNullable<Planted['answer']> => {
  let queue: Promise<unknown> = Promise.resolve()
  return (honest) => (request) => {
    const turn = queue.then(() => new Promise((resolve) => setTimeout(resolve, 150)))
    queue = turn
    return turn.then(() => honest(request))
  }
}

/** What a module of any kind can do wrong. */
export const sharedFaults = (): Fault[] => [
  fault('believes what is not signed', /without a signature/, {
    answer: changed((request, place) => (headerOf(request, 'webhook-signature') ? request : resign(request, place))),
  }),
  fault('does not look at the signature', /another secret/, {
    answer: changed((request, place) => resign(request, place)),
  }),
  fault('looks at the signature only when it likes the time', /content was changed/, {
    answer: changed((request, place) => {
      const age = Date.now() / 1000 - Number(headerOf(request, 'webhook-timestamp'))
      return Math.abs(age) < 60 ? resign(request, place) : request
    }),
  }),
  fault('does not look at the age', /six minutes ago/, {
    answer: changed((request, place) => {
      const at = new Date(Number(headerOf(request, 'webhook-timestamp')) * 1000)
      return isRight(request, place, at) ? resign(request, place) : request
    }),
  }),
  fault('believes every clientId', /unknown clientId/, {
    answer: changed((request, place) => (isRight(request, place) ? resign(asKnown(request, place), place) : request)),
  }),
  fault('reads the first signature only', /old and the new secret/, {
    answer: changed((request) => {
      const [first] = (headerOf(request, 'webhook-signature') ?? '').split(' ')
      return { ...request, headers: { ...request.headers, ...(first && { 'webhook-signature': first }) } }
    }),
  }),
  fault('does every repeat again', /same key makes no second|second call|repeated webhook once/, {
    answer: changed((request, place) => {
      if (!isRight(request, place)) return request
      const { 'idempotency-key': _key, ...headers } = request.headers
      return resign({ ...request, headers }, place, crypto.randomUUID())
    }),
  }),
  fault('does repeats again that come at once', /at once makes one|come at once|second call/, { replays: tooLate() }),
  fault('refuses without a word', /without a signature/, {
    answer: (honest) => async (request) => {
      const answer = await honest(request)
      return answer && answer.status === 401 ? { ...answer, body: '' } : answer
    },
  }),
  fault('falls over a wrong signature', /another secret/, {
    answer: (honest) => async (request) => {
      const answer = await honest(request)
      return answer && answer.status === 401 ? { ...answer, status: 500 } : answer
    },
  }),
  fault('does not know the address of activity', /switched off/, {
    answer: (honest) => (request) =>
      request.url.includes('/activity') ? Promise.resolve(jsonAnswer(404, {})) : honest(request),
  }),
  fault('serves one request after the other', /twenty requests at once/, { answer: oneByOne() }),
  fault('never answers', /answers|starts a call|delivers a message/, {
    answer: (honest) => (request) => (/create|make-call|webhook/.test(request.url) ? never() : honest(request)),
  }),
]
