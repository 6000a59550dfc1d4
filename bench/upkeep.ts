// What the upkeep of a table of 10,000,000 calls costs those who work meanwhile: a worker deletes old calls in batches, and an
// index is built as migrations build it. The same requests with it and without, in turn. Then as many calls are added as were
// deleted: the table must not grow, since the room of deleted rows is used again.
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import { createSender } from '@patchbay/testkit/load-generator'
import { waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { type Bench, type Size, summary } from './bench.ts'
import { UPKEEP_BOUNDS } from './bounds.ts'
import { addBulkCalls, insertBulkCalls } from './bulk-calls.ts'
import { sendSteadily } from './load.ts'
import { prepareAccount } from './load-account.ts'
import { costOf, createMeter, type Meter, postmasterOf, ratioOf, type Slice, sendOne } from './measure.ts'
import { callEvent } from './paths/call-event.ts'
import { orderListPath } from './paths/order-list.ts'

const HOST = 'one.test'
/** Of the 90 days that the calls cover, a ninth is older. */
const KEPT_DAYS = 80
const HOUR_MS = 3_600_000
const INDEX = 'create index concurrently bench_upkeep on call (account_id, user_id, duration, id)'

type Rig = {
  accountId: number
  installation: Installation
  admin: pg.Client
  meter: Meter
  size: Size
  one: () => Promise<void>
}
type Side = { slices: Slice[]; times: number[] }

const newSide = (): Side => ({ slices: [], times: [] })

const measure = async ({ meter, size, one }: Rig, side: Side): Promise<void> => {
  const [rate, seconds] = [size('rate', 60), size('slice', 10)]
  const timed = async () => {
    const started = performance.now()
    await one()
    side.times.push(performance.now() - started)
  }
  side.slices.push({ ...(await meter(() => sendSteadily(rate, seconds, timed))), requests: rate * seconds })
}

const compare = (alone: Side, during: Side) => {
  const [before, meanwhile] = [summary(alone.times), summary(during.times)]
  return {
    requests: before.n + meanwhile.n,
    p50_ratio: ratioOf(meanwhile.p50, before.p50),
    p99_ratio: ratioOf(meanwhile.p99, before.p99),
    p99_ms: before.p99,
    server_cpu_ratio: ratioOf(costOf(during.slices).serverUs, costOf(alone.slices).serverUs),
  }
}

/** Without those of the requests. */
const countBulkCalls = async ({ admin }: Rig): Promise<number> =>
  (await admin.query('select count(*)::int as n from call where external_id is null')).rows[0].n

/** In MB, with the indexes. */
const sizeOfCalls = async ({ admin }: Rig): Promise<number> =>
  Math.round((await admin.query(`select pg_total_relation_size('call') / 1e6 as mb`)).rows[0].mb)

/** The worker is stopped in every other slice, wherever it is, and goes on from there. */
const whileDeleting = async (rig: Rig) => {
  const { installation, admin, size } = rig
  const calls = await countBulkCalls(rig)
  await installation.operator('account', 'retention', HOST, `calls=${KEPT_DAYS}`)
  const worker = await installation.startWorker()
  await admin.query(`delete from pgboss.job where name = 'calls.purge'`)
  await admin.query(`insert into pgboss.job (name, data) values ('calls.purge', '{}')`)
  await waitUntil('the worker deletes', async () => (await countBulkCalls(rig)) < calls, HOUR_MS)
  const [alone, during] = [newSide(), newSide()]
  let deletedMeanwhile = 0
  for (let round = 0; round < size('rounds', 6); round++) {
    process.kill(worker.pid, 'SIGSTOP')
    await measure(rig, alone)
    const before = await countBulkCalls(rig)
    process.kill(worker.pid, 'SIGCONT')
    await measure(rig, during)
    deletedMeanwhile += before - (await countBulkCalls(rig))
  }
  const isDone = async () =>
    (await admin.query(`select from pgboss.job where name = 'calls.purge' and state <> 'completed'`)).rowCount === 0
  await waitUntil('the old calls are deleted', isDone, HOUR_MS)
  await worker.kill('SIGTERM')
  return {
    ...compare(alone, during),
    deleted_in_slices: deletedMeanwhile,
    deleted: calls - (await countBulkCalls(rig)),
  }
}

const whileIndexing = async (rig: Rig) => {
  const { installation, admin, size } = rig
  const builder = new pg.Client({ connectionString: installation.adminUrl })
  await builder.connect()
  // As migrations do.
  await builder.query('set max_parallel_maintenance_workers = 0')
  const [alone, during] = [newSide(), newSide()]
  try {
    for (let round = 0; round < size('builds', 3); round++) {
      await measure(rig, alone)
      let isBuilt = false
      const built = builder.query(INDEX).then(() => {
        isBuilt = true
      })
      while (!isBuilt) await measure(rig, during)
      await built
      await admin.query('drop index bench_upkeep')
    }
  } finally {
    await builder.end()
  }
  return { ...compare(alone, during), slices: during.slices.length }
}

const fill = async ({ installation, admin, accountId }: Rig, calls: number): Promise<void> => {
  await insertBulkCalls(admin, installation.adminUrl, [{ accountId, calls }])
  // The worker would compute the reports of all these days, which is not what is measured.
  await admin.query('delete from statistics_change')
  await installation.analyzeTables()
}

export const upkeep: Bench = async (size) => {
  const calls = size('calls', 10_000_000)
  const installation = await startInstallation({ LOG_LEVEL: 'error' }, { settings: 'max_wal_size = 8GB' })
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  try {
    await admin.connect()
    const server = await installation.startServer()
    const account = await prepareAccount(installation, server, HOST, {
      ...{ managers: 20, customers: 10_000, orders: 2_000, chats: 1 },
    })
    const meter = createMeter([server], await postmasterOf(installation))
    const { rows } = await admin.query('select account_id from account_host where host = $1', [HOST])
    const send = createSender(server)
    let n = 0
    const one = () => {
      n++
      return sendOne(send, n % 2 === 0 ? callEvent : orderListPath, account, n)
    }
    const rig: Rig = { accountId: rows[0].account_id, installation, admin, meter, size, one }
    await fill(rig, calls)
    await measure(rig, newSide())
    const [sizeBefore, deletion] = [await sizeOfCalls(rig), await whileDeleting(rig)]
    const index = await whileIndexing(rig)
    await admin.query('vacuum call')
    await addBulkCalls(admin, rig.accountId, deletion.deleted)
    const growth = ratioOf(await sizeOfCalls(rig), sizeBefore)
    const parts = { deletion, index }
    const broken = Object.entries(parts)
      .filter(([, { p99_ratio }]) => p99_ratio > UPKEEP_BOUNDS.p99Ratio)
      .map(([name, { p99_ratio }]) => `${name}: p99 ${p99_ratio} times as long; the bound is ${UPKEEP_BOUNDS.p99Ratio}`)
    if (growth > UPKEEP_BOUNDS.growth) broken.push(`the table grew ${growth} times`)
    if (deletion.deleted_in_slices === 0) broken.push('nothing was deleted while requests were measured')
    return { figures: { growth }, details: { calls, ...parts, size_mb: sizeBefore, size_growth: growth }, broken }
  } finally {
    await admin.end().catch(() => undefined)
    await installation.close()
  }
}
