// Files of orders and customers over v5, as published clients upload, attach and download them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteAttachmentRow, findAttachment } from '../../src/crm/attachments/store.ts'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { blobKey, removeFile } from '../../src/platform/files/service.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const TEXT = { 'content-type': 'application/octet-stream' }
type Shown = { id: number; filename: string; attachment: unknown[] }

const upload = async (body: string, headers: Record<string, string> = TEXT, path = '/api/v5/files/upload') => {
  const reply = await system.fern.api.send('POST', path, { headers, body })
  expect(reply.status, reply.text).toBe(200)
  return (reply.body as { file: { id: number } }).file.id
}
const order = async (externalId: string, site: string) => {
  const { body } = await system.fern.api.post('/api/v5/orders/create', { site, order: { externalId } })
  return (body as { id: number }).id
}
const edit = (id: number, file: object, api = system.fern.api) => api.post(`/api/v5/files/${id}/edit`, { file })

it('[D-112] uploads raw bytes, names and attaches the file, and downloads it as it was', async () => {
  const id = await upload('the bill of the fern')
  const orderId = await order('f-1', 'fern-garden')
  const customer = await system.fern.api.post('/api/v5/customers/create', { customer: { externalId: 'f-c1' } })
  expect(customer.status).toBe(201)
  const attachment = [{ order: { id: orderId } }, { customer: { externalId: 'f-c1' } }]
  expect((await edit(id, { filename: '../Счёт 1.txt', attachment })).body).toMatchObject({
    file: {
      ...{ id, filename: 'Счёт 1.txt', type: 'text/plain', size: 20 },
      attachment: [
        { order: { id: orderId, externalId: 'f-1', site: 'fern-garden' } },
        { customer: { externalId: 'f-c1' } },
      ],
    },
  })
  const read = await system.fern.api.get(`/api/v5/files/${id}/download`)
  expect([read.status, read.text]).toEqual([200, 'the bill of the fern'])
  expect(read.headers['content-disposition']).toBe("attachment; filename*=UTF-8''%D0%A1%D1%87%D1%91%D1%82%201.txt")
  expect(read.headers['content-security-policy']).toContain('sandbox')
  const list = async (query: Record<string, string>) =>
    ((await system.fern.api.get('/api/v5/files', query)).body as { files: Shown[] }).files.map((file) => file.id)
  await upload('another')
  expect(await list({ 'filter[orderIds][]': String(orderId) })).toEqual([id])
  expect(await list({ 'filter[customerExternalIds][]': 'f-c1' })).toEqual([id])
  expect(await list({ 'filter[customerExternalIds][]': 'nobody' })).toEqual([])
  const bruno = await system.fern.signIn('bruno')
  const { body } = await bruno.get(`/workspace/orders/${orderId}/files`)
  const [shown] = (body as { files: { filename: string; path: string }[] }).files
  expect(shown).toMatchObject({ filename: 'Счёт 1.txt' })
  expect((await system.fern.stranger.get(shown?.path ?? '')).text).toBe('the bill of the fern')
})

it('[D-112] takes the name of a form or of the query, and refuses what a browser would run', async () => {
  const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="scan.txt"\r\n\r\nplain\r\n--b--\r\n'
  const inForm = await upload(form, { 'content-type': 'multipart/form-data; boundary=b' })
  const inQuery = await upload('plain', TEXT, '/api/v5/files/upload?filename=notes.txt')
  for (const [id, filename] of [
    [inForm, 'scan.txt'],
    [inQuery, 'notes.txt'],
  ])
    expect((await system.fern.api.get(`/api/v5/files/${id}`)).body).toMatchObject({ file: { filename } })
  const page = { headers: TEXT, body: '<!doctype html><script>1</script>' }
  expect((await system.fern.api.send('POST', '/api/v5/files/upload', page)).status).toBe(400)
})

it('[D-84][D-112] a repeated upload with the same key is the same file', async () => {
  const headers = { ...TEXT, 'idempotency-key': 'upload-1' }
  expect(await upload('once', headers)).toBe(await upload('once', headers))
})

it('[D-112] deletes a file with its bytes and its attachments', async () => {
  const id = await upload('gone soon')
  await edit(id, { attachment: [{ order: { id: await order('f-2', 'fern-garden') } }] })
  expect((await system.fern.api.post(`/api/v5/files/${id}/delete`, {})).status).toBe(200)
  for (const path of [`/api/v5/files/${id}`, `/api/v5/files/${id}/download`])
    expect((await system.fern.api.get(path)).status, path).toBe(404)
  const left = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx.selectFrom('attachment_link').select('id').where('attachment_id', '=', id).execute(),
  )
  expect(left).toEqual([])
})

it('[D-112][D-146] a crash leaves neither a row without its bytes nor bytes without their row', async () => {
  const { deps, fern } = system
  const inFern = <T>(work: (trx: Db) => Promise<T>) => inAccount(deps.db, fern.accountId, work)
  const id = await upload('survives a crash')
  const fileId = (await inFern((trx) => findAttachment(trx, id)))?.fileId ?? ''
  const bytes = () => deps.storage.get(blobKey(fern.accountId, fileId))
  const crash = inFern(async (trx) => {
    await deleteAttachmentRow(trx, id)
    await removeFile(deps, trx, fern.accountId, fileId)
    throw new Error('killed before the commit')
  })
  await expect(crash).rejects.toThrow('killed before the commit')
  expect((await fern.api.get(`/api/v5/files/${id}/download`)).text).toBe('survives a crash')

  // The server does nothing after the commit that a crash could prevent: no worker runs here yet, so the bytes are still there.
  expect((await fern.api.post(`/api/v5/files/${id}/delete`, {})).status).toBe(200)
  expect(await bytes()).toBeDefined()
  await system.work()
  await expect.poll(bytes).toBeUndefined()
})

it('[D-05][D-08][D-112] another account, and a key of another shop, see nothing of it', async () => {
  const id = await upload('secret')
  await edit(id, { attachment: [{ order: { id: await order('f-3', 'fern-garden') } }] })
  for (const path of [`/api/v5/files/${id}`, `/api/v5/files/${id}/download`])
    expect((await system.kettle.api.get(path)).status, path).toBe(404)
  expect((await edit(id, { filename: 'mine' }, system.kettle.api)).status).toBe(404)
  const { text } = await system.fern.newKey({ scopes: ['file_read', 'file_write'], sites: ['fern-online'] })
  const get = (path: string) => system.fern.stranger.get(`/api/v5/files${path}`, { apiKey: text })
  expect([(await get(`/${id}`)).status, (await get(`/${id}/download`)).status]).toEqual([404, 404])
  const { files } = (await get('')).body as { files: Shown[] }
  expect(files.map((file) => file.id)).not.toContain(id)
  expect(JSON.stringify(files)).not.toContain('fern-garden')
})
