import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listen } from './node.ts'
import { newSecret, sign } from './signature.ts'
import { listenAndForward, replay } from './traffic.ts'
import { serveTransport } from './transport.ts'

const secret = newSecret()
let folder: string
let sent: string[]
let now: Date
let module: Awaited<ReturnType<typeof listen>>
const close: (() => Promise<void>)[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-traffic-'))
  sent = []
  now = new Date()
  const messenger = serveTransport({
    secretFor: () => secret,
    now: () => now,
    messageSent: ({ content }) => {
      sent.push(String(content))
      return { external_message_id: `m-${sent.length}` }
    },
  })
  module = await listen(messenger.handler, 0, undefined, '127.0.0.1')
  close.push(module.close)
})
afterEach(async () => {
  for (const one of close.splice(0)) await one()
  rmSync(folder, { recursive: true })
})

const send = (port: number, content: string) => {
  const data = { id: 1, type: 'text', content, external_user_id: 'u', external_chat_id: 'c', channel_id: 1 }
  const body = JSON.stringify({ type: 'message_sent', meta: { timestamp: 1 }, data })
  const headers = { 'content-type': 'application/json', clientid: 'c', ...sign([secret], `msg-${content}`, now, body) }
  return fetch(`http://127.0.0.1:${port}/transport/webhook`, { method: 'POST', headers, body })
}

it('forwards traffic with its signature, records it, and replays it without a second effect', async () => {
  const record = join(folder, 'traffic.jsonl')
  const to = `http://127.0.0.1:${module.port}`
  const door = await listenAndForward({ port: 0, to, record })
  close.push(door.close)
  expect(await (await send(door.port, 'ü')).json()).toEqual({ async: false, external_message_id: 'm-1' })
  expect((await send(door.port, 'b')).status).toBe(200)
  expect(readFileSync(record, 'utf8').trim().split('\n')).toHaveLength(2)
  expect(sent).toEqual(['ü', 'b'])

  expect(await replay({ file: record, to })).toEqual({ sent: 2, different: 0 })
  expect(sent, 'the ids are those of then').toEqual(['ü', 'b'])

  now = new Date(Date.now() + 600_000)
  expect(await replay({ file: record, to }), 'the recorded signatures are stale').toEqual({ sent: 2, different: 2 })
  now = new Date()
  expect(await replay({ file: record, to, secret })).toEqual({ sent: 2, different: 0 })
})

it('reports a module that cannot be reached', async () => {
  const door = await listenAndForward({ port: 0, to: 'http://127.0.0.1:1' })
  close.push(door.close)
  const answer = await send(door.port, 'a')
  expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('The module did not answer')])
})
