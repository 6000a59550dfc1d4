// Open, snoozed and closed conversations: who moves them, what the lists and counts leave out, and the end of a snooze.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { waitUntil } from '@patchbay/testkit/services'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endSnooze } from '../../src/chats/conversations/jobs.ts'
import { END_SNOOZE } from '../../src/chats/conversations/state-service.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'

let system: System
let telegram: Transport
let channel: number
let ada: HttpClient
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem()
  telegram = await connectTransport(system.fern, 'telegram-1', 'http://127.0.0.1:9')
  channel = await telegram.channel()
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
})
afterAll(() => system.close())

type Summary = {
  id: number
  name: string
  state: string
  snoozedUntil?: string
  stateBy?: number
  customerId: number
  unread: number
}

let sent = 0
const say = (name: string) =>
  telegram.message(channel, `s-${++sent}`, {
    chat: `chat of ${name}`,
    customer: { external_id: name, nickname: name, first_name: name },
  })
const list = async (query = '', wire = bruno): Promise<Summary[]> =>
  ((await wire.get(`/workspace/chats${query}`)).body as { chats: Summary[] }).chats
const names = async (query = '') => (await list(query)).map(({ name }) => name).sort()
const unreadCount = async () => ((await bruno.get('/workspace/chats')).body as { unread: number }).unread
const waiting = async () => {
  const { body } = await bruno.get('/workspace/chats/waiting')
  return (body as { waiting: { items: { chat: Summary }[] } }).waiting.items.map(({ chat }) => chat.name)
}
const chatOf = async (name: string): Promise<number> => {
  await say(name)
  return (await list()).find((chat) => chat.name === name)?.id ?? expect.fail(`no chat with ${name}`)
}
const open = async (id: number) => ((await bruno.get(`/workspace/chats/${id}`)).body as { chat: Summary }).chat
const move = (id: number, state: string, until?: Date, wire = bruno) =>
  wire.postJson(`/workspace/chats/${id}/state`, { state, ...(until && { until: until.toISOString() }) })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

it('closes, snoozes and reopens; each list has the conversations of its state', async () => {
  const [ann, ben] = [await chatOf('Ann'), await chatOf('Ben')]
  await chatOf('Cleo')
  expect((await move(ann, 'closed')).body).toEqual({ success: true })
  const until = inHours(2)
  expect((await move(ben, 'snoozed', until)).status).toBe(200)
  expect([await names(), await names('?state=snoozed'), await names('?state=closed')]).toEqual([
    ['Cleo'],
    ['Ben'],
    ['Ann'],
  ])
  expect(await open(ann)).toMatchObject({ state: 'closed', stateBy: system.fern.userIds.bruno })
  expect(await open(ben)).toMatchObject({ state: 'snoozed', snoozedUntil: until.toISOString() })
  await move(ann, 'open')
  expect(await open(ann)).toMatchObject({ state: 'open' })
  expect(await names()).toEqual(['Ann', 'Cleo'])
})

it('a message of the customer reopens; our own messages, reactions and imported history do not', async () => {
  const id = await chatOf('Dan')
  const messageId = await say('Dan')
  for (const [state, until] of [['closed'], ['snoozed', inHours(1)]] as const) {
    await move(id, state, until)
    await bruno.postJson(`/workspace/chats/${id}/messages`, { text: 'Anything else?' })
    await telegram.call('POST', '/messages/reaction', { channel, message: { id: messageId }, reaction: '🔥' })
    await telegram.call('DELETE', '/messages/reaction', { channel, message: { id: messageId } })
    await telegram.call('POST', '/messages/history', {
      channel_id: channel,
      external_chat_id: 'chat of Dan',
      customer: { external_id: 'Dan', nickname: 'Dan' },
      message: { external_id: `old-${state}`, type: 'text', text: 'Last year', created_at: '2025-01-01T10:00:00Z' },
    })
    expect((await open(id)).state).toBe(state)
    await say('Dan')
    const now = await open(id)
    expect([now.state, now.snoozedUntil, now.stateBy]).toEqual(['open', undefined, undefined])
  }
})

it('[D-126] is counted from the first message, or the one that reopened it, until it is closed; a snooze is part of it', async () => {
  const id = await chatOf('Gil')
  const periods = async () =>
    (
      await inAccount(system.deps.db, system.fern.accountId, (trx) =>
        trx.selectFrom('chat_period').selectAll().where('chat_id', '=', id).orderBy('opened_at').execute(),
      )
    ).map(({ closed_at, closed_by }) => ({ isClosed: closed_at !== null, by: closed_by && Number(closed_by) }))
  const running = { isClosed: false, by: null }
  expect(await periods()).toEqual([running])
  await move(id, 'snoozed', inHours(1))
  await say('Gil')
  await bruno.postJson(`/workspace/chats/${id}/messages`, { text: 'Here I am' })
  expect(await periods()).toEqual([running])
  await move(id, 'closed')
  await bruno.postJson(`/workspace/chats/${id}/messages`, { text: 'Good-bye' })
  const ended = { isClosed: true, by: system.fern.userIds.bruno }
  expect(await periods()).toEqual([ended])
  await say('Gil')
  expect(await periods()).toEqual([ended, running])
})

it('leaves closed and snoozed ones out of the unread count and the waiting list', async () => {
  const [eva, finn] = [await chatOf('Eva'), await chatOf('Finn')]
  const before = await unreadCount()
  expect(await waiting()).toEqual(expect.arrayContaining(['Eva', 'Finn']))
  await move(eva, 'closed')
  await move(finn, 'snoozed', inHours(1))
  expect(await unreadCount()).toBe(before - 2)
  expect((await waiting()).filter((name) => name === 'Eva' || name === 'Finn')).toEqual([])
  await move(eva, 'open')
  await move(finn, 'open')
  // Closing says that no reply is needed; a snooze only postpones it.
  expect((await waiting()).filter((name) => name === 'Eva' || name === 'Finn')).toEqual(['Finn'])
  await say('Eva')
  expect(await waiting()).toEqual(expect.arrayContaining(['Eva', 'Finn']))
})

it('filters by assignee and unread within a state', async () => {
  const [gus, hana] = [await chatOf('Gus'), await chatOf('Hana')]
  await bruno.postJson(`/workspace/chats/${gus}/manager`, { userId: system.fern.userIds.bruno })
  await bruno.postJson(`/workspace/chats/${hana}/read`, {})
  expect(await names('?mine=1')).toContain('Gus')
  expect(await names('?mine=1')).not.toContain('Hana')
  expect(await names('?unassigned=1')).toContain('Hana')
  expect(await names('?unassigned=1')).not.toContain('Gus')
  expect(await names('?unread=1&mine=1')).toContain('Gus')
  expect(await names('?unread=1&unassigned=1')).not.toContain('Hana')
  await move(gus, 'closed')
  expect(await names('?mine=1')).not.toContain('Gus')
  expect(await names('?mine=1&unread=1&state=closed')).toContain('Gus')
})

it('the end of a snooze reopens it once and puts it on top, unless the snooze was changed meanwhile', async () => {
  const id = await chatOf('Ivo')
  await move(id, 'snoozed', inHours(1))
  await chatOf('Jack')
  const at = (hours: number) => ({ ...system.deps, now: () => inHours(hours) })
  const { accountId } = system.fern
  expect(await endSnooze(system.deps, accountId, id)).toBe(false)
  await move(id, 'snoozed', inHours(3))
  // The job of the first snooze is early for the second.
  expect(await endSnooze(at(2), accountId, id)).toBe(false)
  expect(await endSnooze(at(4), accountId, id)).toBe(true)
  expect(await endSnooze(at(4), accountId, id)).toBe(false)
  expect((await list())[0]).toMatchObject({ name: 'Ivo', state: 'open' })
  await move(id, 'snoozed', inHours(1))
  await move(id, 'closed')
  expect(await endSnooze(at(2), accountId, id)).toBe(false)
  expect(await open(id)).toMatchObject({ state: 'closed' })
})

it('the worker reopens a conversation by itself when its snooze ends', async () => {
  await system.work()
  const id = await chatOf('Kim')
  const until = inHours(1)
  await move(id, 'snoozed', until)
  expect((await open(id)).state).toBe('snoozed')
  const { db } = system.deps
  const its = sql`name = ${END_SNOOZE.name} and data ->> 'chatId' = ${String(id)}`
  const { rows } = await sql<{ at: Date }>`select start_after as at from pgboss.job where ${its}`.execute(db)
  expect(rows).toEqual([{ at: until }])
  // The hour passes.
  await inAccount(db, system.fern.accountId, (trx) =>
    trx.updateTable('chat').set({ snoozed_until: new Date() }).where('id', '=', id).execute(),
  )
  await sql`update pgboss.job set start_after = now() where ${its}`.execute(db)
  await waitUntil('it is open again', async () => (await open(id)).state === 'open')
})

it('records in the Action Log and in the customer’s timeline who closed, snoozed and reopened it', async () => {
  const id = await chatOf('Lena')
  const { customerId } = await open(id)
  const until = inHours(5)
  await move(id, 'snoozed', until)
  await move(id, 'snoozed', until)
  await move(id, 'closed')
  await move(id, 'open')
  type Row = { action: string; subject: string; actor: string; detail: { until?: string } }
  const { records } = (await ada.get('/workspace/action-log', { recordType: 'Chats' })).body as { records: Row[] }
  const about = records.filter(({ subject }) => subject === 'Lena').reverse()
  expect(about.map(({ action }) => action)).toEqual(['chat.snoozed', 'chat.closed', 'chat.reopened'])
  expect(about[0]?.detail.until).toBe(until.toISOString())
  type Entry = { kind: string; actor: string; detail: { chatId?: number } }
  const timeline = (await bruno.get(`/workspace/customers/${customerId}/timeline`)).body as { entries: Entry[] }
  const entries = timeline.entries.filter(({ kind }) => kind.startsWith('chat.')).reverse()
  expect(entries.map(({ kind, actor, detail }) => [kind, actor, detail.chatId])).toEqual(
    ['chat.snoozed', 'chat.closed', 'chat.reopened'].map((kind) => [kind, `user:${system.fern.userIds.bruno}`, id]),
  )
})

it('refuses a snooze without a time or into the past, unknown conversations, and those of another account', async () => {
  const id = await chatOf('Mia')
  expect((await move(id, 'snoozed')).status).toBe(400)
  const past = await move(id, 'snoozed', inHours(-1))
  expect(past.body).toMatchObject({ errorCode: 'input_invalid', errors: { until: 'is in the past' } })
  expect((await move(id, 'asleep')).status).toBe(400)
  expect((await move(999_999, 'closed')).status).toBe(404)
  expect((await move(id, 'closed', undefined, await system.kettle.signIn('edith'))).status).toBe(404)
  expect((await open(id)).state).toBe('open')
})

it('reads the list and a conversation in both directions, without gaps or repeats', async () => {
  for (let n = 0; n < 120; n++) await say(`P${n}`)
  type Page = { chats: Summary[]; next?: string; previous?: string }
  const page = async (query: string) => (await bruno.get(`/workspace/chats?${query}`)).body as Page
  const first = await page('')
  const second = await page(`before=${first.next}`)
  const third = await page(`before=${second.next}`)
  expect([first.previous, third.previous !== undefined]).toEqual([undefined, true])
  const back = await page(`after=${third.previous}`)
  expect(back.chats).toEqual(second.chats)
  const top = await page(`after=${back.previous}`)
  expect(top.chats).toEqual(first.chats)
  expect(top.previous).toBeUndefined()
  // Behind the newest there is nothing: the first page again.
  const newest = `${Date.now() * 1000 + 10_000_000_000}.1`
  expect((await page(`after=${newest}`)).chats).toEqual(first.chats)

  const id = await chatOf('Talkative')
  for (let n = 0; n < 119; n++) await say('Talkative')
  type Talk = { messages: { id: number }[]; earlier?: string; later?: string }
  const talk = async (query: string) => (await bruno.get(`/workspace/chats/${id}?${query}`)).body as Talk
  const latest = await talk('')
  const earlier = await talk(`before=${latest.earlier}`)
  const earliest = await talk(`before=${earlier.earlier}`)
  expect([latest.later, earliest.earlier]).toEqual([undefined, undefined])
  expect((await talk(`after=${earliest.later}`)).messages).toEqual(earlier.messages)
  const end = await talk(`after=${earlier.later}`)
  expect([end.messages, end.later]).toEqual([latest.messages, undefined])
  expect(earliest.messages.length + earlier.messages.length + latest.messages.length).toBe(120)
})
