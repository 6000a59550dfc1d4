// The CPU time that processes have used, which a busy machine changes less than latencies.
import { existsSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** A tick of /proc is a hundredth of a second. */
const TICK_US = 10_000

/** The fields of /proc/<pid>/stat from the state on; none where there is no such process. */
const statOf = (pid: number): number[] => {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return []
  // After the name, which may contain spaces.
  return (readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? []).map(Number)
}

/** In microseconds, user and system; 0 where there is no /proc. */
export const cpuTimeUs = (processes: readonly { pid: number }[]): number =>
  processes.reduce((sum, { pid }) => {
    const [user = 0, system = 0] = statOf(pid).slice(11, 13)
    return sum + (user + system) * TICK_US
  }, 0)

/** The same of a process, of its children, and of those of its children that have ended. */
export const cpuTimeOfTreeUs = (pid: number): number => {
  const [endedUser = 0, endedSystem = 0] = statOf(pid).slice(13, 15)
  const path = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
  return cpuTimeUs([pid, ...children].map((one) => ({ pid: one }))) + (endedUser + endedSystem) * TICK_US
}

/** The connections of servers and workers: what PostgreSQL does for them, without its own upkeep. */
export const appBackends = async (admin: pg.Client): Promise<{ pid: number }[]> =>
  (await admin.query<{ pid: number }>(`select pid from pg_stat_activity where usename = 'patchbay'`)).rows
