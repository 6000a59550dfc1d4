// F12, `npm run faults -- restore [seed]`: pgBackRest with the configuration of deploy/pgbackrest archives the WAL of a running
// installation; then the cluster and the files are destroyed and restored with `patchbay restore`. What was acknowledged
// earlier than archive_timeout before the end must be there, with nothing missing in between; `patchbay doctor` must be content.
import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type FaultReport, NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import { freePort, sleep, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { doctorErrors } from './doctor.ts'
import { recordResult } from './record.ts'
import { notRunHere, type Scenario } from './scenario.ts'

/** As in deploy/pgbackrest/postgresql.conf; a short run waits less. */
const ARCHIVE_SECONDS = 60
const SHORT_ARCHIVE_SECONDS = 10
const STANZA = 'patchbay'
/** What pgBackRest and the switch of a segment may take on a busy machine; beyond it the archive is broken. */
const LATE_SECONDS = 30

const version = (): string | undefined => {
  try {
    return execFileSync('pgbackrest', ['version'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

type Place = { folder: string; port: number; data: string; files: string; copies: string; config: string }

/** The folders, and the configuration that operators use with the paths of this run. */
const prepare = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-restore-'))
  chmodSync(folder, 0o755)
  const postgres = join(folder, 'postgres')
  const place: Place = {
    folder,
    port: await freePort(),
    data: join(postgres, 'data'),
    files: join(folder, 'files'),
    copies: join(folder, 'copies'),
    config: join(folder, 'pgbackrest.conf'),
  }
  const given = readFileSync('deploy/pgbackrest/pgbackrest.conf', 'utf8')
  const config = given
    .replace('/var/lib/pgbackrest', join(folder, 'repository'))
    .replace('/var/lib/postgresql/15/main', place.data)
    .replace('5432', String(place.port))
    .replace('/var/run/postgresql', postgres)
    .replace('[patchbay]', `log-path=${folder}/log\nlock-path=${folder}/lock\nspool-path=${folder}/spool\n\n[patchbay]`)
  writeFileSync(place.config, config)
  for (const name of ['repository', 'log', 'lock', 'spool']) mkdirSync(join(folder, name))
  if (process.getuid?.() === 0) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
    for (const name of ['repository', 'log', 'lock', 'spool']) chownSync(join(folder, name), uid ?? 0, gid ?? 0)
  }
  return place
}

type Acknowledged = { externalId: string; at: number }

/** One customer after the other, each in the journal when it is acknowledged. */
const startWriting = (api: HttpClient) => {
  const journal: Acknowledged[] = []
  const sent = new Set<string>()
  let stopped = false
  const running = (async () => {
    for (let count = 0; !stopped; count++) {
      const externalId = `c${String(count).padStart(6, '0')}`
      sent.add(externalId)
      const reply = await api
        .post('/api/v5/customers/create', { customer: { externalId, firstName: 'Ann' } })
        .catch(() => undefined)
      if (reply?.status === 201) journal.push({ externalId, at: Date.now() })
      await sleep(20)
    }
  })()
  const stop = (): Promise<void> => {
    stopped = true
    return running
  }
  return { journal, sent, stop }
}

const query = async <T extends object>(url: string, sql: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows as T[]
}

const uploadFile = async (api: HttpClient): Promise<{ id: number; text: string }> => {
  const text = `a file ${randomUUID()}`
  const reply = await api.send('POST', '/api/v5/files/upload?filename=a.txt', { body: text })
  if (reply.status !== 200) throw new Error(`no upload: ${reply.text}`)
  return { id: (reply.body as { file: { id: number } }).file.id, text }
}

const pgBackRest = (place: Place, ...args: string[]) => {
  const all = ['pgbackrest', `--config=${place.config}`, `--stanza=${STANZA}`, ...args]
  const [command = '', ...rest] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...all] : all
  return promisify(execFile)(command, rest, { cwd: '/' })
}

/** How many segments the archive has, by PostgreSQL’s own count. */
const archivedCount = async (url: string): Promise<number> =>
  Number((await query<{ count: string }>(url, 'select archived_count as count from pg_stat_archiver'))[0]?.count)

const audit = (
  journal: readonly Acknowledged[],
  sent: ReadonlySet<string>,
  stored: readonly string[],
  destroyed: number,
) => {
  const there = new Set(stored)
  const missing = journal.filter(({ externalId }) => !there.has(externalId))
  const firstMissing = missing[0]
  const after = firstMissing
    ? journal.filter(({ at, externalId }) => at > firstMissing.at && there.has(externalId))
    : []
  return {
    missing: missing.length,
    rpo: firstMissing ? (destroyed - firstMissing.at) / 1000 : 0,
    holes: after.length,
    phantom: stored.filter((externalId) => !sent.has(externalId)).length,
    doubled: stored.length - there.size,
  }
}

const drill = async (place: Place, installation: Installation, seconds: number, seed: number) => {
  const random = seededRandom(seed)
  const repository = ['--stanza', STANZA, '--config', place.config]
  const server = await installation.startServer()
  const tenant = await installation.createTenant('One', 'one.test', server)
  await pgBackRest(place, 'stanza-create')
  const early = await uploadFile(tenant.api(server))
  await installation.operator('backup', ...repository, '--to', place.copies)
  const writing = startWriting(tenant.api(server))
  const late = await uploadFile(tenant.api(server))
  await installation.operator('backup', ...repository, '--to', place.copies, '--only-files')
  // Two segments later the archive holds what was written above, whatever the speed of this machine.
  const before = await archivedCount(installation.adminUrl)
  await waitUntil(
    'two segments are archived',
    async () => (await archivedCount(installation.adminUrl)) >= before + 2,
    300_000,
  )
  await sleep(random() * seconds * 1000)
  const destroyed = Date.now()
  process.kill(Number(readFileSync(join(place.data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await Promise.all([server.kill(), writing.stop()])
  await sleep(500)
  const bytes = Number(execFileSync('du', ['-sb', place.data], { encoding: 'utf8' }).split('\t')[0])
  rmSync(place.data, { recursive: true, force: true })
  rmSync(place.files, { recursive: true, force: true })
  const restoring = Date.now()
  await installation.operator('restore', place.copies, ...repository)
  await installation.postgres.start().catch(async (error: unknown) => {
    throw new Error(`PostgreSQL does not start: ${(await installation.postgres.log()).slice(-3000)}`, { cause: error })
  })
  const isOpen = async () =>
    (await query<{ waits: boolean }>(installation.adminUrl, 'select pg_is_in_recovery() as waits').catch(() => []))[0]
      ?.waits === false
  await waitUntil('the WAL is replayed', isOpen, 300_000)
  const again = await installation.startServer()
  const restored = Date.now()
  await installation.startWorker()
  const stored = await query<{ id: string }>(installation.adminUrl, 'select external_id as id from customer order by 1')
  const found = audit(
    writing.journal,
    writing.sent,
    stored.map(({ id }) => id),
    destroyed,
  )
  const api = tenant.api(again)
  const files = await Promise.all(
    [early, late].map(async ({ id, text }) => (await api.get(`/api/v5/files/${id}/download`)).text === text),
  )
  const doctor = await doctorErrors(installation)
  for (const line of doctor) console.log(line)
  return { ...found, files, doctor, acknowledged: writing.journal.length, bytes, rto: (restored - restoring) / 1000 }
}

export const restore: Scenario = async (seed, scale = 1): Promise<FaultReport> => {
  const program = version()
  if (program === undefined) return notRunHere('pgbackrest is not installed (apt install pgbackrest)')
  const seconds = scale < 1 ? SHORT_ARCHIVE_SECONDS : ARCHIVE_SECONDS
  const place = await prepare()
  const archive = readFileSync('deploy/pgbackrest/postgresql.conf', 'utf8')
    .replace('pgbackrest --stanza', `pgbackrest --config=${place.config} --stanza`)
    .replace('archive_timeout = 60', `archive_timeout = ${seconds}`)
  const env = { FILE_FOLDER: place.files }
  const options = {
    folder: join(place.folder, 'postgres'),
    port: place.port,
    settings: `${archive}\nshared_buffers = 64MB`,
  }
  const installation = await startInstallation(env, options)
  try {
    const found = await drill(place, installation, seconds, seed)
    const tooOld = found.rpo > seconds + LATE_SECONDS ? found.missing : 0
    const figures = {
      archive_timeout_s: seconds,
      rpo_s: Number(found.rpo.toFixed(1)),
      rto_s: Number(found.rto.toFixed(1)),
      acknowledged: found.acknowledged,
      in_the_last_segment: found.missing,
      cluster_mb: Math.round(found.bytes / 2 ** 20),
      files_restored: found.files.filter(Boolean).length,
      doctor_errors: found.doctor.length,
    }
    const report = {
      ...NO_ERRORS,
      lost: tooOld + found.files.filter((same) => !same).length,
      doubled: found.doubled,
      phantom: found.phantom,
      out_of_order: found.holes,
      stuck: found.doctor.length,
      trials: 1,
      seed,
      ...figures,
    }
    const passed = report.lost + report.stuck + report.doubled + report.phantom + report.out_of_order === 0
    recordResult({ id: 'F12', name: 'Backup, destroy, restore', size: `${program}, 1 drill`, seed, figures, passed })
    return report
  } finally {
    await installation.close()
    rmSync(place.folder, { recursive: true, force: true })
  }
}
