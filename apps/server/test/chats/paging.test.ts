// Reads conversations and messages page by page while others write.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'

let system: System
let transport: Transport
let channel: number
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  transport = await connectTransport(system.fern, 'pages', 'http://127.0.0.1:9/hook')
  channel = await transport.channel()
  bruno = await system.fern.signIn('bruno')
})
afterAll(() => system.close())

const COUNT = 120
const say = (name: string, chat: string) =>
  transport.message(channel, name, { chat, customer: { external_id: chat, first_name: chat } })
const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)

it('[D-61] reads every message once, page by page, where many came within a millisecond and more keep coming', async () => {
  const ids: number[] = []
  for (let n = 0; n < COUNT; n++) ids.push(await say(`m-${n}`, 'busy'))
  // Microseconds apart, and some at the very same moment.
  await inFern((trx) =>
    sql`update message set created_at = timestamptz '2026-02-03 10:00:00.123' + (id / 3) * interval '1 microsecond'`.execute(
      trx,
    ),
  )
  const { chats } = (await bruno.get('/workspace/chats')).body as { chats: { id: number }[] }
  type Page = { messages: { id: number }[]; earlier?: string }
  const read: number[][] = []
  for (let before: string | undefined, page = 0; page === 0 || before !== undefined; page++) {
    const query = before === undefined ? '' : `?before=${before}`
    const { messages, earlier } = (await bruno.get(`/workspace/chats/${chats[0]?.id}${query}`)).body as Page
    read.unshift(messages.map(({ id }) => id))
    await say(`later-${page}`, 'busy')
    before = earlier
  }
  expect(read.map(({ length }) => length)).toEqual([20, 50, 50])
  expect(read.flat()).toEqual(ids)
})

it('[D-68] reads every conversation once, page by page, while others come to the top', async () => {
  for (let n = 0; n < COUNT; n++) await say(`c-${n}`, `chat ${n}`)
  await inFern((trx) =>
    sql`update chat set active_at = timestamptz '2026-02-03 10:00:00.123' + (id / 3) * interval '1 microsecond'`.execute(
      trx,
    ),
  )
  type Page = { chats: { id: number; name: string }[]; next?: string }
  const read: string[] = []
  for (let before: string | undefined, page = 0; page === 0 || before !== undefined; page++) {
    const query = before === undefined ? '' : `?before=${before}`
    const { chats, next } = (await bruno.get(`/workspace/chats${query}`)).body as Page
    read.push(...chats.map(({ name }) => name))
    // Somebody whom the reader has seen already, and somebody new.
    await say(`again-${page}`, chats[0]?.name ?? '')
    await say(`new-${page}`, `newcomer ${page}`)
    before = next
  }
  expect(read).toEqual([...Array.from({ length: COUNT }, (_, n) => `chat ${COUNT - 1 - n}`), 'busy'])
})
