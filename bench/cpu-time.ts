// The CPU time that processes have used, which a busy machine changes less than latencies.
import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** A tick of /proc is a hundredth of a second. */
const TICK_US = 10_000

/** Nothing of a process that has ended, which one may at any moment. */
const readProcess = (path: string): string => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

/** The fields of /proc/<pid>/stat from the state on, after the name, which may contain spaces. */
const statOf = (pid: number): number[] => (readProcess(`${pid}/stat`).split(') ').at(-1) ?? '').split(' ').map(Number)

/** In microseconds, user and system; 0 where there is no /proc. */
export const cpuTimeUs = (processes: readonly { pid: number }[]): number =>
  processes.reduce((sum, { pid }) => {
    const [user = 0, system = 0] = statOf(pid).slice(11, 13)
    return sum + (user + system) * TICK_US
  }, 0)

/** The same of a process, of its children, and of those of its children that have ended. */
export const cpuTimeOfTreeUs = (pid: number): number => {
  const [endedUser = 0, endedSystem = 0] = statOf(pid).slice(13, 15)
  const children = readProcess(`${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)
  return cpuTimeUs([pid, ...children].map((one) => ({ pid: one }))) + (endedUser + endedSystem) * TICK_US
}

/** The connections of servers and workers: what PostgreSQL does for them, without its own upkeep. */
export const appBackends = async (admin: pg.Client): Promise<{ pid: number }[]> =>
  (await admin.query<{ pid: number }>(`select pid from pg_stat_activity where usename = 'patchbay'`)).rows
