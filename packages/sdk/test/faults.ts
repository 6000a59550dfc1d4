// Faults that module authors make, each a small wrapper around a correct module, and the check that must detect it.
import { headerOf, jsonResponse, type ModuleRequest, type RequestHandler } from '../src/request.ts'
import { sign, verify } from '../src/signature.ts'
import type { InjectedFault } from './correct-modules.ts'

export type Fault = { name: string; injected: InjectedFault; detectedBy: RegExp }

export const fault = (name: string, detectedBy: RegExp, injected: InjectedFault): Fault => ({
  name,
  detectedBy,
  injected,
})

type ModuleIdentity = { secret: string; clientId: string }

const signedPart = (request: ModuleRequest): string =>
  request.method === 'GET' ? (request.url.split('?')[1] ?? '') : Buffer.from(request.body).toString()

/** Makes a wrong request valid, to simulate a module that does not verify it. */
const resign = (request: ModuleRequest, { secret }: ModuleIdentity, id?: string): ModuleRequest => {
  const kept = id ?? headerOf(request, 'webhook-id') ?? crypto.randomUUID()
  return { ...request, headers: { ...request.headers, ...sign([secret], kept, new Date(), signedPart(request)) } }
}

const asKnown = (request: ModuleRequest, { clientId }: ModuleIdentity): ModuleRequest => {
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

const isRight = (request: ModuleRequest, { secret }: ModuleIdentity, at = new Date()): boolean =>
  verify(secret, { ...request.headers }, signedPart(request), at).ok

const changed =
  (change: (request: ModuleRequest, place: ModuleIdentity) => ModuleRequest): NonNullable<InjectedFault['handler']> =>
  (correct, place) =>
  (request) =>
    correct(change(request, place))

const never = () => new Promise<never>(() => {})

/** Stores a response only when it is ready: repeats that arrive meanwhile run again. */
const lateStore = () => {
  const answers = new Map<string, Awaited<ReturnType<RequestHandler>>>()
  return async (key: string, work: () => Promise<NonNullable<Awaited<ReturnType<RequestHandler>>>>) => {
    const known = answers.get(key)
    if (known) return known
    await new Promise((resolve) => setTimeout(resolve, 30))
    const answer = await work()
    answers.set(key, answer)
    return answer
  }
}

const oneByOne = (): NonNullable<InjectedFault['handler']> => {
  let queue: Promise<unknown> = Promise.resolve()
  return (correct) => (request) => {
    const turn = queue.then(() => new Promise((resolve) => setTimeout(resolve, 150)))
    queue = turn
    return turn.then(() => correct(request))
  }
}

const keepsFirstSecret: NonNullable<InjectedFault['secretFor']> = (correct) => (clientId) => correct(clientId)

/** Faults that a module of any kind can have. */
export const sharedFaults = (): Fault[] => [
  fault('accepts unsigned requests', /without a signature/, {
    handler: changed((request, place) => (headerOf(request, 'webhook-signature') ? request : resign(request, place))),
  }),
  fault('does not verify the signature', /another secret/, {
    handler: changed((request, place) => resign(request, place)),
  }),
  fault('does not verify the signature of recent requests', /content was changed/, {
    handler: changed((request, place) => {
      const age = Date.now() / 1000 - Number(headerOf(request, 'webhook-timestamp'))
      return Math.abs(age) < 60 ? resign(request, place) : request
    }),
  }),
  fault('does not check the age of a request', /six minutes ago/, {
    handler: changed((request, place) => {
      const at = new Date(Number(headerOf(request, 'webhook-timestamp')) * 1000)
      return isRight(request, place, at) ? resign(request, place) : request
    }),
  }),
  fault('accepts every clientId', /unknown clientId/, {
    handler: changed((request, place) => (isRight(request, place) ? resign(asKnown(request, place), place) : request)),
  }),
  fault('reads the first signature only', /old and the new secret/, {
    handler: changed((request) => {
      const [first] = (headerOf(request, 'webhook-signature') ?? '').split(' ')
      return { ...request, headers: { ...request.headers, ...(first && { 'webhook-signature': first }) } }
    }),
  }),
  fault('never looks for a new secret', /takes up a new signing secret/, { secretFor: keepsFirstSecret }),
  fault('runs every repeat again', /same key creates no second|second call|repeated webhook once/, {
    handler: changed((request, place) => {
      if (!isRight(request, place)) return request
      const { 'idempotency-key': _key, ...headers } = request.headers
      return resign({ ...request, headers }, place, crypto.randomUUID())
    }),
  }),
  fault('runs concurrent repeats again', /concurrently creates one|repeated concurrently|second call/, {
    idempotencyStore: lateStore(),
  }),
  fault('refuses without a reason', /without a signature/, {
    handler: (correct) => async (request) => {
      const answer = await correct(request)
      return answer && answer.status === 401 ? { ...answer, body: '' } : answer
    },
  }),
  fault('crashes on a wrong signature', /another secret/, {
    handler: (correct) => async (request) => {
      const answer = await correct(request)
      return answer && answer.status === 401 ? { ...answer, status: 500 } : answer
    },
  }),
  fault('has no activity callback', /switched off/, {
    handler: (correct) => (request) =>
      request.url.includes('/activity') ? Promise.resolve(jsonResponse(404, {})) : correct(request),
  }),
  fault('handles one request after the other', /twenty concurrent requests/, { handler: oneByOne() }),
  fault('never responds', /create returns|starts a call|delivers a message/, {
    handler: (correct) => (request) => (/create|make-call|webhook/.test(request.url) ? never() : correct(request)),
  }),
]
