// F9: the clocks of servers and workers jump by a year, forward and back, while PostgreSQL's does not (libfaketime). Jobs
// and lanes are neither early nor given up nor repeated without end, and who is signed in stays signed in.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { startInstallation } from '@patchbay/testkit/installation'
import { startMailServer } from '@patchbay/testkit/mail-server'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import { waitUntil } from '@patchbay/testkit/services'
import type { ScenarioPart } from './scenario.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const HOUR_MS = 3_600_000
const JUMPS = [
  { to: '+365d', ms: 365 * 24 * HOUR_MS },
  { to: '-365d', ms: -365 * 24 * HOUR_MS },
  { to: '+1h', ms: HOUR_MS },
  { to: '-1h', ms: -HOUR_MS },
  { to: '+0', ms: 0 },
]
const EACH = 20
const REFUSED_FIRST = 1
const DONE_MS = 300_000

export const jumpingClocks: ScenarioPart = async (seed, scale) => {
  if (!existsSync(LIBRARY)) return { skipped: 'libfaketime is not installed' }
  const each = Math.max(3, Math.round(EACH * scale))
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-clock-'))
  const clock = join(folder, 'clock')
  await writeFile(clock, '+0')
  const [mails, attempts] = [await startMailServer(), new Map<string, number>()]
  // The first attempt fails, so that each is repeated after a time.
  const module = await startReceiver(({ form }, response) => {
    const key = form.get('clientId') ?? ''
    const earlier = attempts.get(key) ?? 0
    attempts.set(key, earlier + 1)
    json(response, earlier < REFUSED_FIRST ? 503 : 200, { success: true })
  })
  const installation = await startInstallation({ LOG_LEVEL: 'error', MAIL_URL: mails.url })
  const jumping = {
    ...{ LD_PRELOAD: LIBRARY, FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1' },
    ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  }
  try {
    const server = await installation.startServer(jumping)
    const workers = [await installation.startWorker(jumping), await installation.startWorker(jumping)]
    const tenant = await installation.createTenant('One', 'one.test', server)
    const admin = await tenant.admin(server)
    const wrong: string[] = []
    const expectStatus = (status: number, reply: { status: number; text: string }) => {
      if (reply.status !== status) wrong.push(`${reply.status} ${reply.text.slice(0, 200)}`)
    }
    let wanted = 0
    for (const [place, jump] of JUMPS.entries()) {
      await writeFile(clock, jump.to)
      // Node.js keeps the header for a second.
      const hasJumped = async () => {
        const { headers } = await admin.get('/workspace/modules')
        return Math.abs(new Date(String(headers.date)).getTime() - Date.now() - jump.ms) < HOUR_MS / 4
      }
      await waitUntil(`the clock jumps by ${jump.to}`, hasJumped, DONE_MS)
      for (let n = 0; n < each; n++) {
        const code = `m-${place}-${n}`
        wanted++
        const integrationModule = { code, clientId: code, baseUrl: module.url, actions: { activity: '/activity' } }
        expectStatus(
          201,
          await tenant.api(server).post(`/api/v5/integration-modules/${code}/edit`, { integrationModule }),
        )
        expectStatus(200, await admin.postJson(`/workspace/modules/${code}/activity`, { active: false }))
        const invited = { email: `${code}@one.test`, firstName: 'P', lastName: '', role: 'manager' }
        expectStatus(201, await admin.postJson('/workspace/users/invite', invited))
      }
      const isDone = () =>
        mails.mails.filter(({ accepted }) => accepted).length >= wanted &&
        [...attempts.values()].filter((count) => count > REFUSED_FIRST).length >= wanted
      await waitUntil(`everything is done at ${jump.to}`, isDone, DONE_MS).catch(() => undefined)
    }
    expectStatus(200, await admin.get('/workspace/modules'))
    const sent = Map.groupBy(mails.mails, ({ to }) => to)
    const delivered = [...attempts.values()].filter((count) => count > REFUSED_FIRST).length
    return {
      ...NO_ERRORS,
      lost: wanted - delivered + (wanted - sent.size),
      doubled: [...sent.values()].filter(({ length }) => length > 1).length,
      stuck: [...attempts.values()].filter((count) => count > REFUSED_FIRST + 1).length + wrong.length,
      phantom: [server, ...workers].filter((one) => !one.alive()).length,
      trials: JUMPS.length,
      seed,
      unit: `jumps: ${JUMPS.map(({ to }) => to).join(', ')}`,
      lanes: wanted,
      mails: mails.mails.length,
      attempts: [...attempts.values()].reduce((sum, count) => sum + count, 0),
      ...(wrong[0] !== undefined && { first_wrong: wrong[0] }),
    }
  } finally {
    await installation.close()
    mails.close()
    await module.close()
    await rm(folder, { recursive: true, force: true })
  }
}
