// The path to PostgreSQL goes silent without being closed, as when a machine loses power.
import { startFaultProxy } from '@patchbay/testkit/fault-proxy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../src/lib/process/log.ts'
import { createJobs } from '../../src/lib/queue/jobs.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
})
afterAll(() => system.close())

it('gives up a query of the jobs that is not answered, and goes on over a new connection', async () => {
  const url = new URL(system.databaseUrl)
  const proxy = await startFaultProxy(() => Number(new URL(system.databaseUrl).port))
  url.port = String(proxy.port)
  const settings = { databaseUrl: url.href, databasePooling: 'session' as const }
  const jobs = await createJobs(settings, createLog('silent', { role: 'test' }), false, 1_000)
  try {
    expect(await jobs.countDeadLetters()).toBe(0)
    proxy.freeze()
    await expect(jobs.countDeadLetters()).rejects.toThrow('Query read timeout')
    proxy.heal()
    await expect.poll(() => jobs.countDeadLetters().catch(() => undefined)).toBe(0)
  } finally {
    await jobs.close()
    await proxy.close()
  }
})
