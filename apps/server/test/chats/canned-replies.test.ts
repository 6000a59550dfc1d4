import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
let ada: HttpClient
let bruno: HttpClient
let chiara: HttpClient
beforeAll(async () => {
  system = await startSystem()
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  chiara = await system.fern.signIn('chiara')
})
afterAll(() => system.close())

type Reply = { id: number; title: string; shortcut: string; text: string; shared: boolean; editable: boolean }
const PATH = '/workspace/canned-replies'
const list = async (wire: HttpClient): Promise<Reply[]> => ((await wire.get(PATH)).body as { replies: Reply[] }).replies
const content = (shortcut: string, more: object = {}) => ({
  title: `Title of ${shortcut}`,
  shortcut,
  text: 'Hello {{customer.firstName}}',
  ...more,
})
const create = async (wire: HttpClient, shortcut: string, more: object = {}): Promise<number> => {
  const reply = await wire.postJson(PATH, content(shortcut, more))
  expect(reply.status).toBe(201)
  return (reply.body as { id: number }).id
}
const put = (wire: HttpClient, id: number, body: object) =>
  wire.send('PUT', `${PATH}/${id}`, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const remove = (wire: HttpClient, id: number) => wire.send('DELETE', `${PATH}/${id}`)
const codeOf = (reply: { body: unknown }) => (reply.body as { errorCode?: string }).errorCode

it('a user has replies of their own, which nobody else sees, and the shared ones of administrators', async () => {
  const own = await create(bruno, 'Hours')
  const shared = await create(ada, 'thanks', { shared: true })
  expect(await list(bruno)).toEqual([
    expect.objectContaining({ id: own, shortcut: 'hours', shared: false, editable: true }),
    expect.objectContaining({ id: shared, shortcut: 'thanks', shared: true, editable: false }),
  ])
  expect((await list(chiara)).map(({ id }) => id)).toEqual([shared])
  expect((await list(ada)).map(({ id, editable }) => [id, editable])).toEqual([[shared, true]])
  expect(codeOf(await put(chiara, own, content('mine')))).toBe('not_found')
  expect(codeOf(await remove(ada, own))).toBe('not_found')
})

it('only team leads and administrators create, change and delete shared ones', async () => {
  expect(codeOf(await bruno.postJson(PATH, content('all', { shared: true })))).toBe('role_needed')
  const shared = (await list(bruno)).find((reply) => reply.shared)?.id ?? expect.fail('none is shared')
  expect(codeOf(await put(bruno, shared, content('all')))).toBe('role_needed')
  expect(codeOf(await remove(bruno, shared))).toBe('role_needed')
  expect((await put(ada, shared, content('thank-you', { text: 'Thank you!' }))).status).toBe(200)
  expect((await list(bruno)).find(({ id }) => id === shared)).toMatchObject({
    shortcut: 'thank-you',
    text: 'Thank you!',
  })
})

it('a shortcut is unique among the shared replies and among those of a user, in any case', async () => {
  await create(ada, 'Доставка', { shared: true })
  expect(codeOf(await ada.postJson(PATH, content('доставка', { shared: true })))).toBe('shortcut_taken')
  // One's own may have the same shortcut as a shared one, and as one of a colleague.
  const own = await create(bruno, 'доставка')
  await create(chiara, 'доставка')
  expect(codeOf(await bruno.postJson(PATH, content('ДОСТАВКА')))).toBe('shortcut_taken')
  expect(codeOf(await put(bruno, own, content('hours')))).toBe('shortcut_taken')
  for (const shortcut of ['', 'two words', 'a/b', 'x'.repeat(33)])
    expect((await bruno.postJson(PATH, content(shortcut))).status).toBe(400)
})

it('has files; an unknown file is refused', async () => {
  const upload = await bruno.send('POST', '/workspace/files', {
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from('olives, 3\n'),
  })
  const { id } = (upload.body as { file?: { id: string }; id?: string }).file ?? (upload.body as { id: string })
  const reply = await create(bruno, 'list', { items: [{ id, caption: 'prices.txt' }] })
  expect((await list(bruno)).find((one) => one.id === reply)).toMatchObject({ items: [{ id, caption: 'prices.txt' }] })
  const unknown = { items: [{ id: crypto.randomUUID() }] }
  expect(codeOf(await bruno.postJson(PATH, content('other', unknown)))).toBe('file_unknown')
})

it('records changes of shared replies in the Action Log, and none of personal ones', async () => {
  const id = await create(ada, 'logged', { shared: true })
  await put(ada, id, content('logged', { title: 'New title' }))
  await remove(ada, id)
  await remove(bruno, await create(bruno, 'unlogged'))
  type Row = { action: string; subject: string; detail: { shortcut?: string } }
  const { records } = (await ada.get('/workspace/action-log', { recordType: 'Chats' })).body as { records: Row[] }
  expect(records.filter(({ detail }) => detail.shortcut === 'logged').map(({ action }) => action)).toEqual([
    'canned-reply.deleted',
    'canned-reply.changed',
    'canned-reply.created',
  ])
  expect(records.filter(({ detail }) => detail.shortcut === 'unlogged')).toEqual([])
})

it('another account sees none of them', async () => {
  const edith = await system.kettle.signIn('edith')
  expect(await list(edith)).toEqual([])
  const [any] = await list(ada)
  expect(codeOf(await remove(edith, any?.id ?? 0))).toBe('not_found')
})
