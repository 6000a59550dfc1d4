// Failover of PostgreSQL: three nodes under Patroni and etcd behind HAProxy, each in a network namespace of its own. The
// primary is killed, paused and cut off under load. `npm run faults -- failover [rounds] [seed]`. Needs root, for the
// namespaces, and Debian's patroni, etcd-server and haproxy; elsewhere it says why it does not run. With
// FAILOVER_CONTROL=asynchronous it must fail: without synchronous replication a primary that was cut off loses writes.
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { FaultReport } from '@patchbay/testkit/audit'
import { notRunHere, type Scenario } from './scenario.ts'

const run = promisify(execFile)
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy']
const ROUNDS = 5

const ip = (...args: string[]) => run('ip', args)

/** Why it cannot run here; undefined when it can. */
const whyNotHere = async (): Promise<string | undefined> => {
  if (process.getuid?.() !== 0) return 'it needs root, for network namespaces'
  const missing = PROGRAMS.filter((path) => !existsSync(path))
  if (missing.length > 0) return `missing: ${missing.join(', ')}`
  const name = `patchbay-try-${process.pid}`
  try {
    await ip('netns', 'add', name)
    await ip('-n', name, 'link', 'add', 'br0', 'type', 'bridge')
    return undefined
  } catch (error) {
    return `network namespaces are not allowed: ${(error as Error).message.split('\n').at(-2) ?? ''}`
  } finally {
    await ip('netns', 'del', name).catch(() => undefined)
  }
}

/** The bridge is in a namespace too, so that the machine's own network is not touched. */
const createNamespaces = async (hub: string, places: readonly string[]): Promise<void> => {
  await ip('netns', 'add', hub)
  await ip('-n', hub, 'link', 'set', 'lo', 'up')
  await ip('-n', hub, 'link', 'add', 'br0', 'type', 'bridge')
  await ip('-n', hub, 'addr', 'add', '10.77.0.1/24', 'dev', 'br0')
  await ip('-n', hub, 'link', 'set', 'br0', 'up')
  for (const [index, place] of places.entries()) {
    const n = index + 1
    await ip('netns', 'add', place)
    await ip('-n', place, 'link', 'set', 'lo', 'up')
    await ip('-n', hub, 'link', 'add', `vn${n}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', place)
    await ip('-n', hub, 'link', 'set', `vn${n}`, 'master', 'br0', 'up')
    await ip('-n', place, 'addr', 'add', `10.77.0.1${n}/24`, 'dev', 'eth0')
    await ip('-n', place, 'link', 'set', 'eth0', 'up')
  }
}

/** Ends what still runs inside, also after a run that failed. */
const removeNamespace = async (name: string): Promise<void> => {
  const { stdout } = await ip('netns', 'pids', name).catch(() => ({ stdout: '' }))
  for (const pid of stdout.split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
  await ip('netns', 'del', name).catch(() => undefined)
}

const runInside = (hub: string, args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('ip', ['netns', 'exec', hub, process.execPath, 'faults/failover-inside.ts', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let last = ''
    let rest = ''
    child.stdout.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('{')) last = line
        else console.log(line)
      }
    })
    child.on('close', (code) => (last ? resolve(last) : reject(new Error(`the run ended with ${code} and no report`))))
  })

export const failover: Scenario = async (seed, rounds = ROUNDS) => {
  const reason = await whyNotHere()
  if (reason !== undefined) return notRunHere(reason)
  console.log(`failover: ${rounds} rounds, seed ${seed}`)
  const hub = `patchbay-ha-${process.pid}`
  const places = [1, 2, 3].map((n) => `${hub}-n${n}`)
  const remove = async () => {
    for (const name of [...places, hub]) await removeNamespace(name)
  }
  process.once('SIGTERM', () => void remove().finally(() => process.exit(1)))
  try {
    await createNamespaces(hub, places)
    return JSON.parse(await runInside(hub, [String(rounds), String(seed), ...places])) as FaultReport
  } finally {
    await remove()
  }
}
