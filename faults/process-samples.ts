// Memory, open files and connections of the servers, once a second: what grows under a steady load leaks.
import { readdirSync, readFileSync } from 'node:fs'
import { sleep } from '@patchbay/testkit/services'
import pg from 'pg'

export type Sample = { minute: number; memoryMb: number; files: number; connections: number }

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

export type Sampling = { stop: () => Promise<Sample[]> }

/** `memoryMb` of all servers together, `files` of the one with the most, `connections` of the whole installation. */
export const startSampling = async (adminUrl: string, pids: readonly number[]): Promise<Sampling> => {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const samples: Sample[] = []
  const started = performance.now()
  let isOver = false
  const loop = (async () => {
    while (!isOver) {
      await sleep(1_000)
      const { rows } = await admin.query(
        `select count(*)::int as count from pg_stat_activity where usename = 'patchbay'`,
      )
      samples.push({
        minute: (performance.now() - started) / 60_000,
        memoryMb: pids.reduce((sum, pid) => sum + residentMb(pid), 0),
        files: Math.max(...pids.map(openFiles)),
        connections: rows[0].count,
      })
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await loop
      await admin.end()
      return samples
    },
  }
}

/** Megabytes a minute, by least squares, after the first half, in which caches and the JIT fill. */
export const memorySlope = (samples: readonly Sample[]): number => {
  const late = samples.slice(Math.floor(samples.length / 2))
  const mean = (of: (sample: Sample) => number) => late.reduce((sum, one) => sum + of(one), 0) / late.length
  const [x, y] = [mean(({ minute }) => minute), mean(({ memoryMb }) => memoryMb)]
  const covariance = late.reduce((sum, { minute, memoryMb }) => sum + (minute - x) * (memoryMb - y), 0)
  const variance = late.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  return variance === 0 ? 0 : Math.round((covariance / variance) * 100) / 100
}
