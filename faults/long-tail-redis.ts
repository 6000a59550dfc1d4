// F6: Redis slow by two seconds, out of memory, frozen, and gone. It is only a cache: every write is still answered, and
// none with an error.
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import { startLoad } from './registration-load.ts'
import type { ScenarioPart } from './scenario.ts'
import { startBehindProxies } from './storm.ts'

/** Without Redis for ten minutes, as the specification asks; the other kinds of failure are shorter. */
const [GONE_MS, OTHER_MS] = [600_000, 20_000]

export const sickRedis: ScenarioPart = async (seed, scale) => {
  const { installation, toRedis, close } = await startBehindProxies({ LOG_LEVEL: 'error' })
  try {
    const servers = [await installation.startServer(), await installation.startServer()]
    const [one, two] = servers
    if (!one || !two) throw new Error('no servers')
    const tenant = await installation.createTenant('One', 'one.test', one)
    const load = startLoad([tenant], servers, 8)
    const bad: string[] = []
    const written: Record<string, number> = {}
    const during = async (name: string, ms: number, begin: () => unknown, end: () => unknown) => {
      await begin()
      const before = load.acknowledged()
      const signedIn = await tenant.admin(two)
      const me = await signedIn.get('/workspace/me')
      if (me.status !== 200) bad.push(`${name}: sign-in ${me.status}`)
      await sleep(ms * Math.min(1, Math.max(0.08, scale)))
      // On a busy machine the first write may come after that; it must come while Redis is still sick.
      const isWritten = () => load.acknowledged() > before
      await waitUntil(`${name}: something is written`, isWritten).catch((error: Error) => bad.push(error.message))
      written[`writes_${name}`] = load.acknowledged() - before
      await end()
      await sleep(1_000)
    }
    const { redis } = installation
    await during('slow', OTHER_MS, () => toRedis.delay(2_000), toRedis.heal)
    const limit = (size: string) => redis.cli('CONFIG', 'SET', 'maxmemory', size)
    await during(
      'out_of_memory',
      OTHER_MS,
      () => limit('1mb'),
      () => limit('0'),
    )
    await during('frozen', OTHER_MS, toRedis.freeze, toRedis.heal)
    await during('paused', OTHER_MS, redis.pause, redis.resume)
    await during('gone', GONE_MS, redis.stop, redis.start)
    await load.stop()
    const found = await load.audit(one)
    const wrong = [...load.answers].filter(([status]) => status !== 201).reduce((sum, [, n]) => sum + n, 0)
    return {
      ...NO_ERRORS,
      ...found,
      lost: found.lost + bad.length,
      stuck: wrong + servers.filter((server) => !server.alive()).length,
      trials: 5,
      seed,
      unit: 'kinds of failure',
      acknowledged: load.acknowledged(),
      answers_other_than_201: wrong,
      ...written,
      ...(bad.length > 0 && { bad: bad.join('; ') }),
    }
  } finally {
    installation.redis.resume()
    await close()
  }
}
