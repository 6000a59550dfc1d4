// The receiving side of webhooks: verifies every delivery with the published library, answers as the test says, and
// stores the deliveries in order.
import type { ServerResponse } from 'node:http'
import { json, type ReceivedRequest, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { Webhook } from 'standardwebhooks'

export type ReceivedWebhook = {
  id: string
  sequence: number
  clientId: string
  type: string
  meta: { timestamp: number }
  data: Record<string, unknown>
  body: string
}

type Answering = (delivery: ReceivedWebhook, response: ServerResponse, nth: number) => void

export type Listener = {
  url: string
  receiver: Receiver
  /** Every delivery, repeats included. */
  received: ReceivedWebhook[]
  unverified: string[]
  verifyWith: (secret: string) => void
  answer: (answering: Answering) => void
  waitFor: (count: number, ms?: number) => Promise<ReceivedWebhook[]>
  close: () => Promise<void>
}

const readDelivery = ({ body, headers }: ReceivedRequest): ReceivedWebhook => ({
  ...JSON.parse(body),
  id: String(headers['webhook-id']),
  sequence: Number(headers['webhook-sequence']),
  clientId: String(headers.clientid),
  body,
})

export const startListener = async (): Promise<Listener> => {
  const received: ReceivedWebhook[] = []
  const unverified: string[] = []
  const tries = new Map<string, number>()
  let verifier: Webhook | undefined
  let answering: Answering = (_delivery, response) => json(response, 200, {})
  const receiver = await startReceiver((request, response) => {
    const one = readDelivery(request)
    try {
      verifier?.verify(request.body, request.headers as Record<string, string>)
    } catch (error) {
      unverified.push(`${one.id}: ${error}`)
    }
    received.push(one)
    const nth = (tries.get(one.id) ?? 0) + 1
    tries.set(one.id, nth)
    answering(one, response, nth)
  })
  return {
    url: `${receiver.url}/hook`,
    receiver,
    received,
    unverified,
    verifyWith: (secret) => {
      verifier = new Webhook(secret)
    },
    answer: (next) => {
      answering = next
    },
    waitFor: async (count, ms) => {
      await receiver.waitFor(count, ms)
      return received
    },
    close: () => receiver.close(),
  }
}
