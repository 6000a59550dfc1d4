// F6: Redis is emptied, stopped and started under load. No acknowledged write is lost, nothing responds 500, and
// connected browsers get a resync event.
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { startInstallation } from '@patchbay/testkit/installation'
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { startReceiver } from '@patchbay/testkit/receiver'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import { startLoad } from './registration-load.ts'
import type { Scenario } from './scenario.ts'

const [ROUNDS, FEWEST_ROUNDS] = [5, 2]

export const redisLoss: Scenario = async (seed, scale = 1) => {
  const rounds = Math.max(FEWEST_ROUNDS, Math.round(ROUNDS * scale))
  const installation = await startInstallation()
  const module = await startReceiver()
  try {
    const servers = [await installation.startServer(), await installation.startServer()]
    const worker = await installation.startWorker()
    const [one, two] = servers
    if (!one || !two) throw new Error('no servers')
    const tenant = await installation.createTenant('One', 'one.test', one)
    const admin = await tenant.admin(one)
    const register = (code: string, more: object = {}) =>
      tenant.api(two).post(`/api/v5/integration-modules/${code}/edit`, { integrationModule: { code, ...more } })
    await register('notified', { clientId: 'c', baseUrl: module.url, actions: { activity: '/activity' } })
    const browser = await openLiveStream(one.origin, 'one.test', admin.cookie())
    const load = startLoad([tenant], servers, 8)
    const bad: string[] = []
    let switches = 0
    const setActive = async (active: boolean) => {
      switches++
      const reply = await admin.postJson('/workspace/modules/notified/activity', { active })
      if (reply.status !== 200) bad.push(`switch ${reply.status}`)
    }
    for (let round = 0; round < rounds; round++) {
      await sleep(500)
      await installation.redis.cli('FLUSHALL')
      await setActive(false)
      await sleep(500)
      await installation.redis.stop()
      await setActive(true)
      const signedIn = await tenant.admin(two)
      if ((await signedIn.get('/workspace/me')).status !== 200) bad.push('sign-in while Redis is away')
      await sleep(1_500)
      const before = browser.resyncs()
      await installation.redis.start()
      await waitUntil('the browser gets a resync', () => browser.resyncs() > before)
      process.stdout.write('.')
    }
    // Live events from the other process arrive again: as an event, or as a resync while it reconnects.
    const [seen, resyncs] = [browser.codes().length, browser.resyncs()]
    await register('after')
    const arrived = () => browser.codes().slice(seen).includes('after') || browser.resyncs() > resyncs
    await waitUntil('an event arrives', arrived)
    await load.stop()
    await waitUntil(
      'the module knows its last state',
      () => module.received.at(-1)?.form.get('activity') === '{"active":true,"freeze":false}',
      30_000,
    )
    browser.close()
    for (const child of [...servers, worker])
      if (!child.alive()) console.log(`a process ended: ${child.output().slice(-3_000)}`)
    const found = await load.audit(one)
    const statuses = Object.fromEntries([...load.answers].map(([status, count]) => [`answers_${status}`, count]))
    const wrongAnswers = [...load.answers]
      .filter(([status]) => status !== 201)
      .reduce((sum, [, count]) => sum + count, 0)
    return {
      ...NO_ERRORS,
      ...found,
      lost: found.lost + bad.length,
      stuck: wrongAnswers + [...servers, worker].filter((child) => !child.alive()).length,
      trials: rounds,
      seed,
      acknowledged: load.acknowledged(),
      ...statuses,
      switches,
      resyncs: browser.resyncs(),
      ...(bad.length > 0 && { bad: bad.join('; ') }),
    }
  } finally {
    await installation.close()
    await module.close()
  }
}
