// Reports from a real streaming standby: which figures they show when it is late, busy with recovery, dead or promoted.
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import { DURATION_BOUNDS, WAIT_BOUNDS } from '@patchbay/contract/platform/histograms'
import type { ReplicaAge } from '@patchbay/contract/platform/workspace/statistics'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type Installation, type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { registerBank, seedInvoices } from '@patchbay/testkit/invoice-seed'
import { type Postgres, startPostgres, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { doctorCommand } from '../../src/operator/doctor/doctor.ts'

const LOGGED = `shared_buffers = 64MB\nlog_statement = all\nlog_line_prefix = '%a|'\n`
const [STRICT_SECONDS, PATIENT_SECONDS] = [5, 600]
let installation: Installation
let standby: Postgres
let primaryAdmin: pg.Client
let standbyAdmin: pg.Client
/** A server that accepts an old replica, and one that does not. */
let patient: ServerChild
let strict: ServerChild
let one: Tenant
let two: Tenant
const sessions = new Map<string, HttpClient>()

const connect = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString, application_name: 'test' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const standbyUrl = (role: string) => `postgres://${role}@127.0.0.1:${standby.port}/patchbay`
const startWith = (url: string, seconds: number) =>
  installation.startServer({
    ...{ REPORTS_DATABASE_URL: url, REPORTS_MOST_LAG_SECONDS: String(seconds), LOG_LEVEL: 'info' },
  })

beforeAll(async () => {
  installation = await startInstallation({}, { settings: LOGGED })
  standby = await startPostgres({
    ...{ standbyOf: installation.postgres, settings: `${LOGGED}max_standby_streaming_delay = 100ms\n` },
  })
  installation.env.REPORTS_DATABASE_URL = standbyUrl('patchbay')
  primaryAdmin = await connect(installation.adminUrl)
  standbyAdmin = await connect(standbyUrl('postgres'))
  patient = await startWith(standbyUrl('patchbay'), PATIENT_SECONDS)
  ;[strict, one, two] = await Promise.all([
    startWith(standbyUrl('patchbay'), STRICT_SECONDS),
    installation.createTenant('One', 'one.test', patient),
    installation.createTenant('Two', 'two.test', patient),
  ])
}, 900_000)
// A test that failed must not leave a paused standby to the next.
afterEach(() => standbyAdmin.query('select pg_wal_replay_resume()').catch(() => undefined))
afterAll(async () => {
  await primaryAdmin?.end()
  await standbyAdmin?.end()
  await installation?.close()
  await standby?.remove()
})

const clientOf = async (server: ServerChild, tenant: Tenant): Promise<HttpClient> => {
  const key = `${server.port} ${tenant.host}`
  const client = sessions.get(key) ?? (await tenant.admin(server))
  sessions.set(key, client)
  return client
}

type Shown = {
  replica?: ReplicaAge
  total: { incoming: number }
  serviceLevelSeconds: number
  currencies: { heldNow: { count: number } }[]
}

const ask = async (server: ServerChild, tenant = one, of = 'call', query: Record<string, string> = {}) =>
  (await clientOf(server, tenant)).get(`/workspace/${of}-statistics`, query)

const report = async (server: ServerChild, tenant = one, of = 'call', query = {}): Promise<Shown> => {
  const { status, body, text } = await ask(server, tenant, of, query)
  if (status !== 200) throw new Error(text)
  return (body as { statistics: Shown }).statistics
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const zeros = (length: number) => Array.from({ length }, () => 0)

/** So many incoming calls of a tenant, yesterday, as the worker would have computed them. */
const setCalls = async (tenant: Tenant, incoming: number, day = dayBefore(2)): Promise<void> => {
  const [hours, waits, times] = [zeros(24), zeros(WAIT_BOUNDS.length + 1), zeros(DURATION_BOUNDS.length + 1)]
  await primaryAdmin.query(
    `insert into call_statistics (account_id, dimension, day, value, incoming, answered, missed, returned, first_contacts,
       outgoing, outgoing_answered, talk_seconds, incoming_by_hour, missed_by_hour, answered_waits, missed_waits, return_times)
     select id, 'all', $2, '', $3, 0, 0, 0, 0, 0, 0, 0, $4, $4, $5, $5, $6 from account where name = $1
     on conflict (account_id, dimension, day, value) do update set incoming = excluded.incoming`,
    [tenant === one ? 'One' : 'Two', day, incoming, hours, waits, times],
  )
}

const untilReplayed = async (): Promise<void> => {
  const { rows } = await primaryAdmin.query('select pg_current_wal_lsn()::text as lsn')
  await waitUntil('the standby has replayed it', async () => {
    const found = await standbyAdmin.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [rows[0].lsn])
    return found.rows[0].is
  })
}

const usesReplica = (server: ServerChild, incoming: number) =>
  waitUntil('a report comes from the replica', async () => {
    const { replica, total } = await report(server)
    return replica !== undefined && total.incoming === incoming
  })

const pauseReplay = async (): Promise<void> => {
  await untilReplayed()
  await standbyAdmin.query('select pg_wal_replay_pause()')
  await waitUntil('replay is paused', async () => {
    const { rows } = await standbyAdmin.query('select pg_get_wal_replay_pause_state() as state')
    return rows[0].state === 'paused'
  })
}
const resumeReplay = () => standbyAdmin.query('select pg_wal_replay_resume()')

const metric = async (server: ServerChild, name: string): Promise<number> => {
  const text = await (await fetch(server.metricsUrl)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? 0,
  )
}
const fromPrimary = (server: ServerChild, reason: string) =>
  metric(server, `patchbay_reports_from_primary_total{reason="${reason}"}`)

const doctor = async (): Promise<string> => (await doctorCommand(() => readConfig(installation.env), {})).text

it('[D-157] figures come from the standby and say how old they are; what is now, and today, comes from the primary', async () => {
  await one.api(patient).post('/api/v5/reference/sites/one/edit', { site: { name: 'One', url: 'https://one.test' } })
  await registerBank(one, patient, { url: 'http://127.0.0.1:9' }, { code: 'bank' })
  await setCalls(one, 5)
  await usesReplica(patient, 5)
  await usesReplica(strict, 5)
  expect(await doctor()).toContain('ok       replica for reports: a standby that keeps up')

  await pauseReplay()
  const writtenAt = Date.now()
  await setCalls(one, 8)
  await setCalls(one, 3, dayBefore(0))
  await primaryAdmin.query(`update account set service_level_seconds = 30 where name = 'One'`)
  await seedInvoices(installation.adminUrl, one.host, undefined, {
    ...{ code: 'bank', count: 1, status: 'waitingForCapture' },
  })
  await waitUntil('the lag is shown', async () => ((await report(patient)).replica?.behindSeconds ?? 0) >= 2)
  const shown = await report(patient)
  expect([shown.total.incoming, shown.serviceLevelSeconds]).toEqual([5, 30])
  // A second of tolerance: the moment is computed from a distance.
  expect(Date.parse(shown.replica?.asOf ?? '')).toBeLessThan(writtenAt + 1_000)
  const paid = await report(patient, one, 'payment')
  expect([paid.replica !== undefined, paid.currencies.map(({ heldNow }) => heldNow.count)]).toEqual([true, [1]])
  const today = await report(patient, one, 'call', { from: dayBefore(0), to: dayBefore(0) })
  expect([today.replica, today.total.incoming]).toEqual([undefined, 3])
  // The probe looks once a second, the report when it is read.
  const lag = () => metric(patient, 'patchbay_reports_replica_lag_seconds')
  await waitUntil('the metric says so too', async () => Number(await lag()) >= 2)

  await waitUntil('it is too old for the strict server', async () => (await report(strict)).replica === undefined)
  expect((await report(strict)).total.incoming).toBe(11)
  expect(await fromPrimary(strict, 'behind')).toBeGreaterThan(0)
  expect(strict.output()).toContain('"reason":"behind"')
  expect(await fromPrimary(patient, 'behind')).toBe(0)
  expect(await doctor()).toMatch(/warning {2}replica for reports: .* not replayed yet/)

  await resumeReplay()
  await usesReplica(patient, 11)
  await usesReplica(strict, 11)
}, 300_000)

it('[D-157] a standby with nothing to replay is not late', async () => {
  await untilReplayed()
  // Longer than the strict server allows, by its own clock: nothing is written here meanwhile.
  const before = await fromPrimary(strict, 'behind')
  const { rows } = await primaryAdmin.query('select clock_timestamp() as now')
  await waitUntil('time has passed', async () => {
    const found = await primaryAdmin.query(`select clock_timestamp() > $1::timestamptz + $2::interval as is`, [
      rows[0].now,
      `${STRICT_SECONDS + 1} seconds`,
    ])
    return found.rows[0].is
  })
  expect((await report(strict)).replica).toBeDefined()
  expect(await fromPrimary(strict, 'behind')).toBe(before)
})

it('[D-157] row-level security and the gate of moved accounts hold on the standby', async () => {
  await setCalls(two, 70)
  await untilReplayed()
  expect((await report(patient, two)).total.incoming).toBe(70)
  const shown = await report(patient, one)
  expect([shown.replica !== undefined, shown.total.incoming]).toEqual([true, 11])
  // What the app's role sees there without an account.
  const app = await connect(standbyUrl('patchbay'))
  try {
    expect((await app.query('select * from call_statistics')).rows).toEqual([])
  } finally {
    await app.end()
  }
  await primaryAdmin.query(`insert into cell.account_gate (account_id, state, move_id)
    select id, 'frozen', gen_random_uuid() from account where name = 'One'`)
  await waitUntil('the account is refused', async () => (await ask(patient)).status === 503)
  expect((await report(patient, two)).replica).toBeDefined()
  // Open again on the primary, and still closed on a standby that is late.
  await pauseReplay()
  await primaryAdmin.query('delete from cell.account_gate')
  await waitUntil('the account is open', async () => (await ask(patient)).status === 200)
  const late = await report(patient)
  expect([late.replica, late.total.incoming]).toEqual([undefined, 11])
  await resumeReplay()
  await usesReplica(patient, 11)
}, 300_000)

it('[D-157] what recovery cancels is read from the primary', async () => {
  await primaryAdmin.query(`create policy slow on call_statistics as restrictive
    using (not pg_is_in_recovery() or pg_sleep(600) is not null)`)
  await untilReplayed()
  const answer = report(patient)
  await waitUntil('the report is being read', async () => {
    const { rows } = await standbyAdmin.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)
    return rows.length > 0
  })
  // Its lock, when replayed, is in the way of the reader.
  await primaryAdmin.query('drop policy slow on call_statistics')
  const { replica, total } = await answer
  expect([replica, total.incoming]).toEqual([undefined, 11])
  expect(await fromPrimary(patient, 'canceled')).toBe(1)
  expect(patient.output()).toContain('conflict with recovery')
  await usesReplica(patient, 11)
}, 300_000)

/** The statements that servers sent there while this ran, but for the probe's. */
const statementsDuring = async (postgres: Postgres, work: () => Promise<unknown>): Promise<string[]> => {
  const before = (await postgres.log()).length
  await work()
  // The lines of a statement but its first begin with a tab.
  const entries = (await postgres.log()).slice(before).split(/\n(?!\t)/)
  return entries.filter((entry) => /^patchbay server[^|]*\|/.test(entry) && !entry.startsWith('patchbay server probe|'))
}

const REPORTS = /^\/workspace\/(call|payment|chat)-statistics$/
const STREAMS = /live|listen/

it('[D-157] only reports are read from the standby, and their figures from nowhere else', async () => {
  const user = await clientOf(patient, one)
  const paths = ENDPOINTS.filter(({ method, path }) => method === 'GET' && !/[{:]/.test(path)).map(({ path }) => path)
  const others = paths.filter((path) => !REPORTS.test(path) && !STREAMS.test(path))
  expect(others.length).toBeGreaterThan(40)
  const elsewhere = await statementsDuring(standby, async () => {
    for (const path of others) {
      const client = path.startsWith('/workspace') ? user : one.api(patient)
      expect([path, (await client.get(path)).status < 500]).toEqual([path, true])
    }
    const customer = { firstName: 'Ann', externalId: 'ann' }
    expect((await one.api(patient).post('/api/v5/customers/create', { customer })).status).toBe(201)
  })
  expect(elsewhere).toEqual([])
  await untilReplayed()
  const read = async () => {
    for (const name of ['call', 'payment', 'chat']) expect((await report(patient, one, name)).replica).toBeDefined()
  }
  const onStandby = await statementsDuring(standby, async () => {
    const onPrimary = await statementsDuring(installation.postgres, read)
    expect(onPrimary.filter((entry) => /(call|payment|chat)_statistics/.test(entry))).toEqual([])
  })
  for (const table of ['call_statistics', 'payment_statistics', 'chat_statistics'])
    expect(onStandby.some((entry) => entry.includes(table))).toBe(true)
  expect(onStandby.filter((entry) => /from invoice|payment_operation|session/.test(entry))).toEqual([])
}, 300_000)

it('[D-157] answers from the primary while the standby is dead or hangs, and uses it again when it is back', async () => {
  await standbyAdmin.end()
  await standby.stop('immediate')
  await setCalls(one, 9)
  for (let n = 0; n < 5; n++) expect((await report(patient)).total.incoming).toBe(12)
  expect((await report(patient)).replica).toBeUndefined()
  await waitUntil('the metric says so', async () => {
    await report(patient)
    return (await fromPrimary(patient, 'unreachable')) > 0
  })
  await waitUntil('so does the log', () => patient.output().includes('"reason":"unreachable"'))
  expect(await doctor()).toMatch(/warning {2}replica for reports: .* cannot be used/)
  await standby.start()
  standbyAdmin = await connect(standbyUrl('postgres'))
  await usesReplica(patient, 12)

  await standby.pause()
  try {
    expect(await report(patient)).toMatchObject({ total: { incoming: 12 } })
    await waitUntil('it is given up', async () => (await report(patient)).replica === undefined)
  } finally {
    await standby.resume()
  }
  await usesReplica(patient, 12)
}, 300_000)

it('[D-157] neither a primary nor a promoted standby is read', async () => {
  const wrong = await startWith(installation.env.DATABASE_URL ?? '', PATIENT_SECONDS)
  await waitUntil('it was asked', () => wrong.output().includes('it is no standby'))
  expect((await report(wrong)).replica).toBeUndefined()
  expect(await fromPrimary(wrong, 'not-a-standby')).toBe(1)
  await standbyAdmin.query('select pg_promote()')
  await setCalls(one, 1)
  expect(await report(patient)).toMatchObject({ total: { incoming: 4 } })
  expect((await report(patient)).replica).toBeUndefined()
  expect(await doctor()).toMatch(/warning {2}replica for reports: .* it is no standby/)
}, 300_000)
