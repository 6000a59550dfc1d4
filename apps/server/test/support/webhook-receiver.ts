// A transport's side of webhooks: it verifies every delivery with the published library, answers as it is told, and keeps
// what it took in the order of its first arrival.
import type { ServerResponse } from 'node:http'
import { json, type ReceivedRequest, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { Webhook } from 'standardwebhooks'

export type Told = {
  id: string
  sequence: number
  clientId: string
  type: string
  meta: { timestamp: number }
  data: Record<string, unknown>
  body: string
}

type Answering = (told: Told, response: ServerResponse, nth: number) => void

export type Listener = {
  url: string
  receiver: Receiver
  /** Every delivery, repeats included. */
  told: Told[]
  unverified: string[]
  verifyWith: (secret: string) => void
  answer: (answering: Answering) => void
  waitFor: (count: number, ms?: number) => Promise<Told[]>
  close: () => Promise<void>
}

const readTold = ({ body, headers }: ReceivedRequest): Told => ({
  ...JSON.parse(body),
  id: String(headers['webhook-id']),
  sequence: Number(headers['webhook-sequence']),
  clientId: String(headers.clientid),
  body,
})

export const startListener = async (): Promise<Listener> => {
  const told: Told[] = []
  const unverified: string[] = []
  const tries = new Map<string, number>()
  let verifier: Webhook | undefined
  let answering: Answering = (_told, response) => json(response, 200, {})
  const receiver = await startReceiver((received, response) => {
    const one = readTold(received)
    try {
      verifier?.verify(received.body, received.headers as Record<string, string>)
    } catch (error) {
      unverified.push(`${one.id}: ${error}`)
    }
    told.push(one)
    const nth = (tries.get(one.id) ?? 0) + 1
    tries.set(one.id, nth)
    answering(one, response, nth)
  })
  return {
    url: `${receiver.url}/hook`,
    receiver,
    told,
    unverified,
    verifyWith: (secret) => {
      verifier = new Webhook(secret)
    },
    answer: (next) => {
      answering = next
    },
    waitFor: async (count, ms) => {
      await receiver.waitFor(count, ms)
      return told
    },
    close: () => receiver.close(),
  }
}
