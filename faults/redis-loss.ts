// F6: Redis is emptied, stopped and started in the middle of everything. Nothing that was acknowledged is lost, nothing
// answers 500, and a browser that was listening is told to read again.
import { CLEAN } from '@patchbay/testkit/audit'
import { openBrowser } from '@patchbay/testkit/browser-stream'
import { startInstallation } from '@patchbay/testkit/installation'
import { startReceiver } from '@patchbay/testkit/receiver'
import { sleep, until } from '@patchbay/testkit/services'
import { startLoad } from './registrations.ts'
import type { Scenario } from './scenario.ts'

const ROUNDS = 5

export const redisLoss: Scenario = async (seed) => {
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
    await register('told', { clientId: 'c', baseUrl: module.url, actions: { activity: '/activity' } })
    const browser = await openBrowser(one.origin, 'one.test', admin.cookie())
    const load = startLoad([tenant], servers, 8)
    const bad: string[] = []
    let switches = 0
    const flip = async (active: boolean) => {
      switches++
      const reply = await admin.postJson('/workspace/modules/told/activity', { active })
      if (reply.status !== 200) bad.push(`switch ${reply.status}`)
    }
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(500)
      await installation.redis.cli('FLUSHALL')
      await flip(false)
      await sleep(500)
      await installation.redis.stop()
      await flip(true)
      const signedIn = await tenant.admin(two)
      if ((await signedIn.get('/workspace/me')).status !== 200) bad.push('sign-in while Redis is away')
      await sleep(1_500)
      const before = browser.resyncs()
      await installation.redis.start()
      await until('the browser is told to read again', () => browser.resyncs() > before, 15_000)
      process.stdout.write('.')
    }
    // Live events flow again, from the other process: at the latest by a call to read again, since it may not be back yet.
    const [seen, resyncs] = [browser.codes().length, browser.resyncs()]
    await register('after')
    const arrived = () => browser.codes().slice(seen).includes('after') || browser.resyncs() > resyncs
    await until('an event arrives', arrived, 5_000)
    await load.stop()
    await until(
      'the module knows its last state',
      () => module.received.at(-1)?.form.get('activity') === '{"active":true,"freeze":false}',
      30_000,
    )
    browser.close()
    const found = await load.audit(one)
    const statuses = Object.fromEntries([...load.answers].map(([status, count]) => [`answers_${status}`, count]))
    const wrongAnswers = [...load.answers]
      .filter(([status]) => status !== 201)
      .reduce((sum, [, count]) => sum + count, 0)
    return {
      ...CLEAN,
      ...found,
      lost: found.lost + bad.length,
      stuck: wrongAnswers + [...servers, worker].filter((child) => !child.alive()).length,
      trials: ROUNDS,
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
