// S4: SSRF: hostile addresses in every URL that the system stores and calls, in a network namespace where every
// internal address exists and listens. No internal address may receive a connection. Needs root, for the namespace.
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { FaultReport } from '@patchbay/testkit/audit'
import type { Scenario } from './scenario.ts'

const run = promisify(execFile)

/** Creates the namespace, runs ssrf-inside.ts in it, and deletes it. */
export const ssrf: Scenario = async (seed) => {
  if (process.getuid?.() !== 0) throw new Error('this fault needs a network namespace: run it as root')
  const name = `patchbay-ssrf-${process.pid}`
  const etc = `/etc/netns/${name}`
  await run('ip', ['netns', 'add', name])
  try {
    await mkdir(etc, { recursive: true })
    await writeFile(`${etc}/resolv.conf`, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
    const { stdout } = await run(
      'ip',
      ['netns', 'exec', name, process.execPath, 'faults/ssrf-inside.ts', String(seed)],
      { maxBuffer: 50_000_000 },
    )
    process.stdout.write(stdout.split('\n').slice(0, -2).join('\n'))
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as FaultReport
  } finally {
    await run('ip', ['netns', 'del', name])
    await rm(etc, { recursive: true, force: true })
  }
}
