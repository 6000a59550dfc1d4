// Uploads of finished calls, fifty in each: ten a second, as exchanges send them after an outage. Each call must be
// stored once.
import { startInstallation } from '@patchbay/testkit/installation'
import { createSender } from '@patchbay/testkit/load-generator'
import { sleep } from '@patchbay/testkit/services'
import pg from 'pg'
import { type Bench, summary } from './bench.ts'
import { sendSteadily } from './load.ts'
import { prepareAccount } from './load-account.ts'
import { createMeter, postmasterOf, sendOne } from './measure.ts'
import { FIRST_UPLOADED_ID, upload } from './paths/upload.ts'

const CALLS = 50
const WARM_UP_S = 5
const [MOST_TRIES, AGAIN_MS] = [20, 250]

/** Calls that were acknowledged and are not stored, and those that are stored twice. */
const audit = async (connectionString: string, sent: number) => {
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  const { rows } = await admin.query<{ stored: number; distinct: number }>(
    `select count(*)::int as stored, count(distinct external_id)::int as distinct from call
     where external_id::bigint >= $1 and external_id::bigint < $2`,
    [FIRST_UPLOADED_ID, FIRST_UPLOADED_ID + sent],
  )
  await admin.end()
  const { stored = 0, distinct = 0 } = rows[0] ?? {}
  return { lost: sent - distinct, duplicated: stored - distinct }
}

export const uploads: Bench = async (size) => {
  const [rate, seconds, customers] = [size('rate', 10), size('seconds', 60), size('customers', 10_000)]
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  try {
    const server = await installation.startServer()
    const sizes = { managers: 20, customers, orders: 10, chats: 1 }
    const account = await prepareAccount(installation, server, 'one.test', sizes)
    await installation.analyzeTables()
    const send = createSender(server)
    const meter = createMeter([server], await postmasterOf(installation))
    const times: number[] = []
    let [next, refused] = [0, 0]
    const isTaken = (n: number): Promise<boolean> =>
      sendOne(send, upload, account, n).then(
        () => true,
        () => false,
      )
    // As an exchange does, until it is acknowledged.
    const one = async (): Promise<void> => {
      const [n, started] = [next++, performance.now()]
      for (let tries = 0; tries < MOST_TRIES && !(await isTaken(n)); tries++) {
        refused++
        await sleep(AGAIN_MS)
      }
      times.push(performance.now() - started)
    }
    await sendSteadily(rate, WARM_UP_S, one)
    times.length = 0
    const { result: rps, serverUs, databaseUs } = await meter(() => sendSteadily(rate, seconds, one))
    const { lost, duplicated } = await audit(installation.adminUrl, next * CALLS)
    const { n, p50, p95, p99 } = summary(times)
    const cpu = { server_cpu_us: Math.round(serverUs / n / CALLS), postgres_cpu_us: Math.round(databaseUs / n / CALLS) }
    const broken = [
      refused > 0 && `${refused} uploads had to be repeated`,
      lost > 0 && `${lost} calls were lost`,
      duplicated > 0 && `${duplicated} calls were stored twice`,
    ].filter((text) => text !== false)
    const wait = { p50_ms: p50, p95_ms: p95, p99_ms: p99 }
    const calls = next * CALLS
    const test = {
      size: `${rate} uploads of ${CALLS} calls a second for ${seconds} s`,
      figures: { calls, lost, duplicated, refused, uploads_per_second: rps, ...cpu, ...wait },
      passed: lost + duplicated === 0 && n > 0,
    }
    const details = { calls, customers, uploads_per_second: rps, ...cpu, ...wait, lost, duplicated }
    const cpu_us = cpu.server_cpu_us + cpu.postgres_cpu_us
    return { figures: { rps, cpu_us, ...wait, lost, duplicated }, details, broken, test }
  } finally {
    await installation.close()
  }
}
