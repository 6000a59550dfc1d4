// D-33: click-to-call against an exchange that hangs, resets, responds 500, 204 or 200, with or without making the
// call. The exchange must get each request at most once, and the user must get the right result, also when the browser
// repeats the request.
import { NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import { startExchange } from '@patchbay/testkit/exchange'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { startInstallation } from '@patchbay/testkit/installation'
import { createManagers } from '@patchbay/testkit/load-generator'
import type { Scenario } from './scenario.ts'

const [CLICKS, USERS, CONCURRENCY] = [500, 20, 25]
const HOST = 'one.test'
const RESULT_WITHIN_MS = 7_000

const BEHAVIOURS = ['hang', 'reset', 'error', 'empty', 'effect-then-hang', 'effect-then-reset', 'normal'] as const

type ClickToCall = { phone: string; behaviour: (typeof BEHAVIOURS)[number]; client: HttpClient; pressId: string }
type ClickResult = { replies: Reply[]; slowestMs: number }

/** Sends the request; one browser in four repeats it, concurrently or after the response. */
const clickToCall = async ({ client: http, phone, pressId }: ClickToCall, repeat: number): Promise<ClickResult> => {
  let slowestMs = 0
  const send = async (): Promise<Reply> => {
    const started = performance.now()
    const reply = await http.postJson('/workspace/calls', { pressId, phone })
    slowestMs = Math.max(slowestMs, performance.now() - started)
    return reply
  }
  const replies = repeat < 0.15 ? await Promise.all([send(), send()]) : [await send()]
  if (repeat > 0.9) replies.push(await send())
  return { replies, slowestMs }
}

/** Success when the exchange responded 200 in time, else an error. A repeat may get 409. */
const isRightResult = ({ behaviour }: ClickToCall, { replies }: ClickResult): boolean => {
  const results = replies.filter(({ status }) => status !== 409)
  const right = behaviour === 'normal' ? 200 : 502
  return results.length > 0 && results.every(({ status }) => status === right)
}

export const makeCall: Scenario = async (seed, scale = 1) => {
  const random = seededRandom(seed)
  const installation = await startInstallation()
  const server = await installation.startServer()
  const tenant = await installation.createTenant('One', HOST, server)
  const exchange = await startExchange({ crm: () => tenant.api(server) })
  try {
    const managers = await createManagers(installation.adminUrl, HOST, USERS)
    const additionalCodes = managers.map(({ id, code }) => ({ userId: id, code }))
    const telephony = { makeCallUrl: `${exchange.url}/call`, additionalCodes }
    const integrationModule = { code: 'pbx', clientId: 'c', integrations: { telephony } }
    await tenant.api(server).post('/api/v5/integration-modules/pbx/edit', { integrationModule })
    const clicks = Array.from({ length: Math.round(CLICKS * scale) }, (_, n): ClickToCall => {
      const phone = `+1${2_020_000_000 + n}`
      const behaviour = BEHAVIOURS[Math.floor(random() * BEHAVIOURS.length)] ?? 'normal'
      exchange.behave(behaviour, { on: phone })
      const manager = managers[n % USERS]
      return {
        phone,
        behaviour,
        client: tenant.client(server).with({ cookie: manager?.cookie ?? '' }),
        pressId: crypto.randomUUID(),
      }
    })
    const results = new Map<ClickToCall, ClickResult>()
    const waiting = [...clicks]
    const clicker = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        results.set(next, await clickToCall(next, random()))
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, clicker))
    const wrongResults = clicks.filter((one) => !isRightResult(one, results.get(one) ?? { replies: [], slowestMs: 0 }))
    const slow = [...results.values()].filter(({ slowestMs }) => slowestMs > RESULT_WITHIN_MS)
    const counts = Object.fromEntries(
      BEHAVIOURS.map((behaviour) => [
        `exchange_${behaviour}`,
        clicks.filter((one) => one.behaviour === behaviour).length,
      ]),
    )
    return {
      ...NO_ERRORS,
      lost: wrongResults.length,
      doubled: [...exchange.requested.values()].filter((times) => times > 1).length,
      phantom: [...exchange.requested.keys()].filter((phone) => !clicks.some((one) => one.phone === phone)).length,
      stuck: slow.length,
      trials: clicks.length,
      seed,
      requested: exchange.requested.size,
      rang: exchange.rings.size,
      requests_sent: [...results.values()].reduce((sum, { replies }) => sum + replies.length, 0),
      slowest_result_ms: Math.round(Math.max(...[...results.values()].map(({ slowestMs }) => slowestMs))),
      ...counts,
    }
  } finally {
    await installation.close()
    await exchange.close()
  }
}
