// W4: an endpoint hangs, with more chats that wait for it than a worker has lanes. While its first requests are open, the events of
// the other endpoints of the account are delivered: those that wait when the worker starts, and those that come later.
import type { ServerResponse } from 'node:http'
import type { HttpClient } from '@patchbay/testkit/http-client'
import type { Installation, ServerChild, Tenant } from '@patchbay/testkit/installation'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import { waitUntil } from '@patchbay/testkit/services'
import { type Connection, connectTransport, startTransport } from './webhook-transport.ts'

const HANGING_CHATS = 60
const [OTHERS, CHATS_EACH] = [3, 10]
/** Longer than everything here may take: a request that hangs does not end by itself. */
const TIMEOUT_MS = '900000'

type Place = { installation: Installation; tenant: Tenant; server: ServerChild; http: HttpClient; random: () => number }

/** One message in each chat. */
const addMessages = async ({ call }: Connection, name: string, count: number): Promise<number[]> => {
  const settings = { text: { reaction: 'both' }, reactions: { max_count: 1 } }
  const { id: channel } = (await call('/channels', { type: 'custom', settings })) as { id: number }
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const chat = `${name}-${n}`
    const message = { type: 'text', external_id: chat, text: 'hello' }
    const customer = { external_id: chat, nickname: chat }
    const sent = await call('/messages', { channel, external_chat_id: chat, customer, message })
    ids.push((sent as { message_id: number }).message_id)
  }
  return ids
}

/** One event for each message. A repeat of what was refused changes nothing. */
const reactToAll = async (http: HttpClient, ids: readonly number[], reaction: string): Promise<void> => {
  const options = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ reaction }) }
  for (const id of ids) {
    const isTaken = async () =>
      (await http.send('PUT', `/workspace/messages/${id}/reactions`, options).catch(() => undefined))?.status === 200
    await waitUntil('a reaction is taken', isTaken)
  }
}

const startHanging = async () => {
  const open = new Set<ServerResponse>()
  const taken = new Set<string>()
  let [isHanging, ended] = [true, 0]
  const receiver = await startReceiver(({ headers }, response) => {
    if (!isHanging) {
      taken.add(String(headers['webhook-id']))
      return json(response, 200, {})
    }
    open.add(response)
    response.on('close', () => {
      if (isHanging) ended++
    })
  })
  return {
    url: receiver.url,
    close: receiver.close,
    requests: () => ({ open: open.size, ended }),
    taken: () => taken.size,
    release: () => {
      isHanging = false
      for (const response of open) response.destroy()
    },
  }
}

/** No worker runs yet: what waits for the endpoint that hangs is claimed first. */
export const auditHanging = async ({ installation, tenant, server, http, random }: Place) => {
  const hanging = await startHanging()
  const others = await Promise.all(Array.from({ length: OTHERS }, () => startTransport('normal', random)))
  const delivered = () => others.reduce((sum, transport) => sum + transport.effects().length, 0)
  try {
    const connection = await connectTransport(tenant, server, 'hanging', hanging.url)
    const waiting = await addMessages(connection, 'hanging', HANGING_CHATS)
    const beside: number[] = []
    for (const [place, transport] of others.entries()) {
      const code = `beside-${place}`
      beside.push(...(await addMessages(await transport.connect(tenant, server, code), code, CHATS_EACH)))
    }
    await reactToAll(http, waiting, '👍')
    await reactToAll(http, beside, '👍')
    await installation.startWorker({ WEBHOOK_TIMEOUT_MS: TIMEOUT_MS })
    await waitUntil('the endpoint hangs', () => hanging.requests().open > 0)
    const deliveredAll = (events: number) =>
      waitUntil('others are served', () => delivered() >= events).catch(() => undefined)
    await deliveredAll(beside.length)
    await reactToAll(http, beside, '🔥')
    await deliveredAll(beside.length * 2)
    const blocked = beside.length * 2 - delivered()
    const { open, ended } = hanging.requests()
    hanging.release()
    await waitUntil('the rest is delivered', () => hanging.taken() >= waiting.length, 240_000).catch(() => undefined)
    const left = waiting.length - hanging.taken()
    return {
      // A request that ended by itself did not hang: then nothing was shown.
      stuck: blocked + ended + left,
      figures: {
        events_beside_one_that_hangs: beside.length * 2,
        not_delivered_while_it_hangs: blocked,
        requests_that_hang: open,
        hanging_requests_that_ended: ended,
        not_delivered_after_it: left,
      },
    }
  } finally {
    hanging.release()
    await Promise.all([hanging.close(), ...others.map((transport) => transport.close())])
  }
}
