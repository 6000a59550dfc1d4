// The one way in which requests are measured: in slices, several kinds in turn, so that other work on the machine concerns all
// alike; and by the CPU time of the servers and of all processes of PostgreSQL.
import type { Installation, ServerChild } from '@patchbay/testkit/installation'
import type { Send } from '@patchbay/testkit/load-generator'
import pg from 'pg'
import { summary } from './bench.ts'
import { cpuTimeOfTreeUs, cpuTimeUs } from './cpu-time.ts'
import type { LoadAccount } from './load-account.ts'
import type { Path } from './paths/path.ts'

export type Slice = { requests: number; seconds: number; serverUs: number; databaseUs: number }

/** CPU time of a request in microseconds, and requests a second: medians of the slices. */
export type Cost = { rps: number; serverUs: number; databaseUs: number }

const median = (values: readonly number[]): number => summary(values).p50

export const costOf = (slices: readonly Slice[]): Cost => ({
  rps: Math.round(median(slices.map(({ requests, seconds }) => requests / seconds))),
  serverUs: Math.round(median(slices.map(({ requests, serverUs }) => serverUs / requests))),
  databaseUs: Math.round(median(slices.map(({ requests, databaseUs }) => databaseUs / requests))),
})

export const ratioOf = (of: number, to: number): number => Math.round((of / to) * 100) / 100

export const postmasterOf = async (installation: Installation): Promise<number> => {
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  await admin.connect()
  const { rows } = await admin.query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  await admin.end()
  return rows[0].pid
}

export type Meter = <T>(work: () => Promise<T>) => Promise<{ result: T } & Omit<Slice, 'requests'>>

/** What the servers and PostgreSQL spend while the work runs. */
export const createMeter =
  (servers: readonly ServerChild[], postmaster: number): Meter =>
  async (work) => {
    const [server, database, started] = [cpuTimeUs(servers), cpuTimeOfTreeUs(postmaster), performance.now()]
    const result = await work()
    return {
      result,
      seconds: (performance.now() - started) / 1000,
      serverUs: cpuTimeUs(servers) - server,
      databaseUs: cpuTimeOfTreeUs(postmaster) - database,
    }
  }

/** Sends the nth request of the path; a wrong answer ends the run. */
export const sendOne = async (send: Send, path: Path, account: LoadAccount, n: number): Promise<void> => {
  const { head, body } = path.requestOf(account, n)
  const { status, text } = await send(head, body)
  if (status !== 200 || !text.includes(path.answer))
    throw new Error(`${path.name} ${n} was answered ${status}: ${text.slice(0, 300)}`)
}

/** So many requests are under way at any moment; more only wait in the server. */
const AT_ONCE = 16

/** As many requests as the system answers; returns how many. */
export const saturate = async (seconds: number, one: () => Promise<void>): Promise<number> => {
  const end = performance.now() + seconds * 1000
  let requests = 0
  const loop = async () => {
    while (performance.now() < end) {
      await one()
      requests++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
  return requests
}
