// [D-147] Bytes of uploads that were never completed, on disk and in a bucket behind a real socket.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { purgeUploads } from '../../src/platform/files/jobs.ts'
import { blobKey, keepBytes, putBytes, saveFile } from '../../src/platform/files/service.ts'
import { insertFile } from '../../src/platform/files/store.ts'
import { type System, startSystem } from '../support/system.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-uploads-'))
const bucket = new S3rver({
  ...{ address: '127.0.0.1', port: 0, silent: true, directory: folder },
  configureBuckets: [{ name: 'files', configs: [] }],
})
let port: number
beforeAll(async () => {
  ;({ port } = await bucket.run())
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true })
})

const bucketEnv = () => ({
  S3_BUCKET: 'files',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY: 'S3RVER',
  S3_SECRET_KEY: 'S3RVER',
})

describe.for(['disk', 'bucket'] as const)('[D-147] on %s', (kind) => {
  let system: System
  let accountId: number
  let admin: pg.Client
  beforeAll(async () => {
    system = await startSystem({ env: kind === 'bucket' ? bucketEnv() : {}, accounts: ['fern'] })
    accountId = system.fern.accountId
    await system.work()
    admin = new pg.Client({ connectionString: system.adminUrl })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await system.close()
  })

  const inFern = <T>(work: (trx: Db) => Promise<T>) => inAccount(system.deps.db, accountId, work)
  const bytesOf = (id: string) => system.deps.storage.get(blobKey(accountId, id))
  const purge = () => purgeUploads(system.deps, accountId, new Date())
  /** As a process leaves it that is killed before it inserts the row of the file. */
  const begin = async (hours: number): Promise<string> => {
    const path = join(folder, crypto.randomUUID())
    writeFileSync(path, 'bytes')
    const id = await putBytes(system.deps, accountId, { path, size: 5 })
    await admin.query('update file_upload set created_at = now() - make_interval(hours => $1) where id = $2', [
      ...[hours, id],
    ])
    return id
  }
  const complete = async (trx: Db, id: string) => {
    await keepBytes(trx, id)
    const facts = { id, kind: 'file', mimeType: 'text/plain', size: 5, width: null, height: null } as const
    await insertFile(trx, { ...facts, sha256: Buffer.alloc(0), sourceUrl: undefined, by: {} })
  }

  it('[D-147] deletes the bytes of an upload that was not completed within a day, and no others', async () => {
    const [old, fresh, done] = [await begin(25), await begin(23), await begin(25)]
    await inFern((trx) => complete(trx, done))
    const text = (async function* () {
      yield Buffer.from('a text')
    })()
    const sender = { by: 'api-key', accountId } as Parameters<typeof saveFile>[1]
    const { id: uploaded } = await saveFile(system.deps, sender, text)
    await purge()
    await expect.poll(() => bytesOf(old)).toBeUndefined()
    for (const id of [fresh, done, uploaded]) expect(await bytesOf(id)).toBeDefined()
    const { rows } = await inFern((trx) => sql<{ id: string }>`select id from file_upload`.execute(trx))
    expect(rows).toEqual([{ id: fresh }])
    await expect(inFern((trx) => complete(trx, old))).rejects.toThrow('took so long')
  })

  it('[D-147] keeps the bytes of a legal hold', async () => {
    const id = await begin(25)
    await admin.query(
      `insert into account_closing (account_id, held_because, held_at) values ($1, 'a court asked', now())`,
      [accountId],
    )
    await purge()
    expect(await inFern((trx) => sql`select from file_upload where id = ${id}`.execute(trx))).toHaveProperty(
      'rows.length',
      1,
    )
    await admin.query('delete from account_closing where account_id = $1', [accountId])
    await purge()
    await expect.poll(() => bytesOf(id)).toBeUndefined()
  })

  it('[D-147] keeps the bytes of an upload that is completed in the same moment', async () => {
    const id = await begin(25)
    let purging: Promise<void> | undefined
    await inFern(async (trx) => {
      await complete(trx, id)
      purging = purge()
      await expect
        .poll(async () => {
          const { rows } = await admin.query(`select count(*)::int as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%file_upload%'`)
          return rows[0].count
        })
        .toBeGreaterThan(0)
    })
    await purging
    // A job that was sent later has run: one for these bytes would have run before it.
    const marker = await begin(25)
    await purge()
    await expect.poll(() => bytesOf(marker)).toBeUndefined()
    expect(await bytesOf(id)).toBeDefined()
  })
})
