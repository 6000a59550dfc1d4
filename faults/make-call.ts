// D-33: people press the call icon against an exchange that hangs, resets, answers 500, 204 and sometimes 200, and calls or
// not. It is asked at most once a press, and whoever pressed is told what came of it, each time; also when the browser sends the press again.
import { CLEAN, seeded } from '@patchbay/testkit/audit'
import { makeManagers } from '@patchbay/testkit/crowd'
import { startExchange } from '@patchbay/testkit/exchange'
import { startInstallation } from '@patchbay/testkit/installation'
import type { Reply, Wire } from '@patchbay/testkit/wire'
import type { Scenario } from './scenario.ts'

const [PRESSES, USERS, AT_A_TIME] = [500, 20, 25]
const HOST = 'one.test'
const TOLD_WITHIN_MS = 7_000

const MOODS = ['hang', 'reset', 'error', 'empty', 'effect-then-hang', 'effect-then-reset', 'well'] as const

type Press = { phone: string; mood: (typeof MOODS)[number]; wire: Wire; pressId: string }
type Told = { replies: Reply[]; slowestMs: number }

/** Presses; one in four browsers sends the press a second time, at once or after the answer. */
const press = async ({ wire, phone, pressId }: Press, again: number): Promise<Told> => {
  let slowestMs = 0
  const send = async (): Promise<Reply> => {
    const started = performance.now()
    const reply = await wire.postJson('/workspace/calls', { pressId, phone })
    slowestMs = Math.max(slowestMs, performance.now() - started)
    return reply
  }
  const replies = again < 0.15 ? await Promise.all([send(), send()]) : [await send()]
  if (again > 0.9) replies.push(await send())
  return { replies, slowestMs }
}

/** What the user should have read: success when the exchange said 200 in time, else that the call could not be started. */
const isTold = ({ mood }: Press, { replies }: Told): boolean => {
  const verdicts = replies.filter(({ status }) => status !== 409)
  const right = mood === 'well' ? 200 : 502
  return verdicts.length > 0 && verdicts.every(({ status }) => status === right)
}

export const makeCall: Scenario = async (seed, scale = 1) => {
  const random = seeded(seed)
  const installation = await startInstallation()
  const server = await installation.startServer()
  const tenant = await installation.createTenant('One', HOST, server)
  const exchange = await startExchange({ crm: () => tenant.api(server) })
  try {
    const managers = await makeManagers(installation.adminUrl, HOST, USERS)
    const additionalCodes = managers.map(({ id, code }) => ({ userId: id, code }))
    const telephony = { makeCallUrl: `${exchange.url}/call`, additionalCodes }
    const integrationModule = { code: 'pbx', clientId: 'c', integrations: { telephony } }
    await tenant.api(server).post('/api/v5/integration-modules/pbx/edit', { integrationModule })
    const presses = Array.from({ length: Math.round(PRESSES * scale) }, (_, n): Press => {
      const phone = `+1${2_020_000_000 + n}`
      const mood = MOODS[Math.floor(random() * MOODS.length)] ?? 'well'
      exchange.behave(mood, { on: phone })
      const manager = managers[n % USERS]
      return {
        phone,
        mood,
        wire: tenant.wire(server).with({ cookie: manager?.cookie ?? '' }),
        pressId: crypto.randomUUID(),
      }
    })
    const told = new Map<Press, Told>()
    const waiting = [...presses]
    const presser = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) told.set(next, await press(next, random()))
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, presser))
    const untold = presses.filter((one) => !isTold(one, told.get(one) ?? { replies: [], slowestMs: 0 }))
    const slow = [...told.values()].filter(({ slowestMs }) => slowestMs > TOLD_WITHIN_MS)
    const counts = Object.fromEntries(
      MOODS.map((mood) => [`exchange_${mood}`, presses.filter((one) => one.mood === mood).length]),
    )
    return {
      ...CLEAN,
      lost: untold.length,
      doubled: [...exchange.asked.values()].filter((times) => times > 1).length,
      phantom: [...exchange.asked.keys()].filter((phone) => !presses.some((one) => one.phone === phone)).length,
      stuck: slow.length,
      trials: presses.length,
      seed,
      asked: exchange.asked.size,
      rang: exchange.rings.size,
      requests_sent: [...told.values()].reduce((sum, { replies }) => sum + replies.length, 0),
      slowest_told_ms: Math.round(Math.max(...[...told.values()].map(({ slowestMs }) => slowestMs))),
      ...counts,
    }
  } finally {
    await installation.close()
    await exchange.close()
  }
}
