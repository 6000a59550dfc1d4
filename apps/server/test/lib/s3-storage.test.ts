// Files in a bucket, against an S3-compatible server on a real socket.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReceiver } from '@patchbay/testkit/receiver'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { FileStorage } from '../../src/lib/storage/file-storage.ts'
import { createS3Storage, type S3Settings } from '../../src/lib/storage/s3-storage.ts'
import { type System, startSystem } from '../support/system.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-bucket-'))
const storage = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'files', configs: [] }],
})
let settings: S3Settings
let blobs: FileStorage
let system: System
beforeAll(async () => {
  const { port } = await storage.run()
  const env = {
    S3_BUCKET: 'files',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
  }
  system = await startSystem({ env, accounts: ['fern'] })
  const { fileBucket } = system.deps.config
  if (!fileBucket) throw new Error('there is no bucket')
  settings = fileBucket
  blobs = createS3Storage(settings)
})
afterAll(async () => {
  await system.close()
  await storage.close()
  rmSync(folder, { recursive: true })
})

/** Bytes as a file on disk. */
const fileOf = (bytes: Buffer) => {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, bytes)
  return { path, size: bytes.length }
}

const newKey = () => `1/${crypto.randomUUID()}`

it('returns the stored bytes, also of empty and large files, and undefined for an unknown key', async () => {
  for (const size of [0, 1, 5_000_000]) {
    const [key, bytes] = [newKey(), crypto.getRandomValues(Buffer.alloc(Math.min(size, 65_536)))]
    const whole = Buffer.alloc(size, size > 0 ? bytes : undefined)
    await blobs.put(key, fileOf(whole))
    expect((await blobs.get(key))?.equals(whole), `${size} bytes`).toBe(true)
  }
  expect(await blobs.get(newKey())).toBeUndefined()
})

it('rejects an invalid key', async () => {
  await expect(blobs.put('../secrets', fileOf(Buffer.from('x')))).rejects.toThrow('not the key of a file')
})

it('fails when the storage rejects the credentials, has no such bucket, or is down', async () => {
  const key = newKey()
  const without = (change: Partial<S3Settings>) =>
    createS3Storage({ ...settings, ...change }).put(key, fileOf(Buffer.from('x')))
  await expect(without({ accessKey: 'nobody' })).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
  await expect(without({ bucket: 'elsewhere' })).rejects.toMatchObject({ name: 'NoSuchBucket' })
  await expect(without({ endpoint: 'http://127.0.0.1:9' })).rejects.toThrow()
  expect(await blobs.get(key)).toBeUndefined()
})

it('times out when the storage hangs', async () => {
  const hanging = await startReceiver(() => undefined)
  const times = { connectionTimeout: 200, requestTimeout: 200 }
  const hung = createS3Storage({ ...settings, endpoint: hanging.url }, times).get(newKey())
  await expect(hung).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(hanging.received).toHaveLength(3)
  await hanging.close()
})

it('requires the credentials of a bucket at start-up, and nothing without one', () => {
  const { config } = system.deps
  const env = { DATABASE_URL: config.databaseUrl, SECRET_KEY: config.secretKey.toString('base64') }
  expect(() => readConfig({ ...env, S3_BUCKET: 'files' })).toThrow('S3_ACCESS_KEY is not set')
  expect(readConfig(env).fileBucket).toBeUndefined()
})

it('stores uploads in the bucket, and serves them from there', async () => {
  const { fern } = system
  const integrationModule = { code: 'messenger', integrations: { mgTransport: { webhookUrl: 'https://chat.test/' } } }
  const registered = await fern.api.post('/api/v5/integration-modules/messenger/edit', { integrationModule })
  const { info } = registered.body as { info: { mgTransport: { token: string } } }
  const transport = fern.stranger.with({ 'x-transport-token': info.mgTransport.token })
  const headers = { 'content-type': 'text/plain' }
  const kept = await transport.send('POST', '/api/transport/v1/files/upload', { headers, body: 'a list of ferns' })
  const { id } = kept.body as { id: string }
  expect(kept.status, kept.text).toBe(200)
  const { url } = (await transport.get(`/api/transport/v1/files/${id}`)).body as { url: string }
  const { pathname, search } = new URL(url)
  expect((await fern.stranger.send('GET', pathname + search)).text).toBe('a list of ferns')
  expect((await blobs.get(`${fern.accountId}/${id}`))?.toString()).toBe('a list of ferns')
  expect(existsSync(join(system.deps.config.fileFolder, String(fern.accountId), id))).toBe(false)
})
