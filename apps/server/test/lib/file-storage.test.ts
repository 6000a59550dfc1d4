// Files in a folder of this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { createFileStorage } from '../../src/lib/storage/file-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const storage = createFileStorage(folder)
const newKey = (accountId = 1) => `${accountId}/${crypto.randomUUID()}`
const put = async (key: string, body: string) => {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, body)
  await storage.put(key, { path, size: body.length })
}
const read = async (key: string) => {
  const stream = await storage.open(key)
  return stream && text(stream)
}

it('returns what was put, whole and as a stream, until it is deleted', async () => {
  const [kept, deleted] = [newKey(), newKey()]
  await put(kept, 'kept')
  await put(deleted, '')
  await storage.delete(deleted)
  await storage.delete(deleted)
  expect([String(await storage.get(kept)), await read(kept)]).toEqual(['kept', 'kept'])
  expect([await storage.get(deleted), await read(deleted)]).toEqual([undefined, undefined])
  await storage.deleteAll(1)
  expect(await read(kept)).toBeUndefined()
})

it('does not take a file that cannot be read for one that is not there', async () => {
  writeFileSync(join(folder, '2'), 'where the folder of an account should be')
  await expect(storage.get(newKey(2))).rejects.toThrow('ENOTDIR')
  await expect(storage.open(newKey(2))).rejects.toThrow('ENOTDIR')
})
