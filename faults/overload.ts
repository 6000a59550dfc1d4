// L7: five times as many requests as the server was just measured to answer. It refuses with 429 or 503 and nothing else, loses
// and doubles nothing, and serves everybody again afterwards. The load generator shares the cores with the server, so the
// share of the capacity that it still serves is printed, not judged. `npm run faults -- overload [seconds] [seed]`.
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { createSender, type Send } from '@patchbay/testkit/load-generator'
import { sleep } from '@patchbay/testkit/services'
import pg from 'pg'
import type { Scenario } from './scenario.ts'

const TIMES = 5
const AT_ONCE = 16
const RECOVERED_AFTER = 50
const RECOVERY_MS = 120_000

type Counts = { good: number; shed: number; wrong: Map<string, number> }
type Journal = { sent: Set<string>; acknowledged: Set<string>; last: number }

const isGood = (status: number): boolean => status >= 200 && status < 300

/** Every other request creates an order, the others list some. */
const createRequests = (send: Send, { host, apiKey }: Tenant, journal: Journal) => {
  const head = (line: string) => `${line} HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: ${apiKey}\r\n`
  const create = `${head('POST /api/v5/orders/create')}Content-Type: application/x-www-form-urlencoded\r\n`
  return async (): Promise<{ status: number; text: string }> => {
    const n = ++journal.last
    const failed = (error: Error) => ({ status: 0, text: error.message })
    if (n % 2 === 0) return send(head('GET /api/v5/orders?limit=20')).catch(failed)
    const externalId = `over-${n}`
    journal.sent.add(externalId)
    const order = { externalId, items: [{ productName: 'Fern', initialPrice: 10, quantity: 1 }] }
    const reply = await send(create, `site=main&order=${encodeURIComponent(JSON.stringify(order))}`).catch(failed)
    if (isGood(reply.status)) journal.acknowledged.add(externalId)
    return reply
  }
}

type Request = ReturnType<typeof createRequests>

const createCounter = (request: Request) => {
  const counts: Counts = { good: 0, shed: 0, wrong: new Map() }
  const one = async (): Promise<boolean> => {
    const { status, text } = await request()
    if (isGood(status)) counts.good++
    else if (status === 429 || status === 503) counts.shed++
    else {
      const what = `${status} ${text.slice(0, 120)}`
      counts.wrong.set(what, (counts.wrong.get(what) ?? 0) + 1)
    }
    return isGood(status)
  }
  return { counts, one }
}

/** As many as are answered; returns the good ones a second. */
const measureCapacity = async (request: Request, seconds: number): Promise<number> => {
  const { counts, one } = createCounter(request)
  const end = performance.now() + seconds * 1000
  const loop = async () => {
    while (performance.now() < end) await one()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
  return counts.good / seconds
}

/** Offers so many a second, answered or not; the good ones a second while it does. */
const offer = async (request: Request, perSecond: number, seconds: number) => {
  const { counts, one } = createCounter(request)
  const started = performance.now()
  const under: Promise<boolean>[] = []
  const total = Math.ceil(perSecond * seconds)
  while (under.length < total) {
    await sleep(5)
    const due = Math.min(total, Math.ceil(((performance.now() - started) / 1000) * perSecond))
    while (under.length < due) under.push(one())
  }
  const took = (performance.now() - started) / 1000
  const goodput = counts.good / took
  await Promise.all(under)
  return { counts, goodput, offered: total, perSecond: total / took }
}

/** Whether so many in a row are served again, and after how long. */
const recover = async (request: Request): Promise<{ isBack: boolean; seconds: number }> => {
  const { one } = createCounter(request)
  const started = performance.now()
  const passed = () => performance.now() - started
  let inARow = 0
  while (inARow < RECOVERED_AFTER && passed() < RECOVERY_MS) inARow = (await one()) ? inARow + 1 : 0
  return { isBack: inARow >= RECOVERED_AFTER, seconds: Math.round(passed() / 100) / 10 }
}

const auditOrders = async (connectionString: string, { sent, acknowledged }: Journal) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ key: string; count: number }>(
    `select external_id as key, count(*)::int as count from customer_order where external_id like 'over-%' group by 1`,
  )
  await client.end()
  const stored = new Set(rows.map(({ key }) => key))
  return {
    lost: [...acknowledged].filter((key) => !stored.has(key)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
    phantom: rows.filter(({ key }) => !sent.has(key)).length,
  }
}

const prepare = async (server: ServerChild, tenant: Tenant) => {
  const site = { name: 'Main', url: 'https://main.test' }
  const reply = await tenant.api(server).post('/api/v5/reference/sites/main/edit', { site })
  if (!isGood(reply.status)) throw new Error(reply.text)
}

export const overload: Scenario = async (seed, seconds = 20) => {
  const installation = await startInstallation({ LOG_LEVEL: 'fatal' })
  try {
    const server = await installation.startServer()
    const tenant = await installation.createTenant('One', 'one.test', server)
    await prepare(server, tenant)
    const journal: Journal = { sent: new Set(), acknowledged: new Set(), last: 0 }
    const request = createRequests(createSender(server), tenant, journal)
    await measureCapacity(request, Math.min(5, seconds))
    await installation.analyzeTables()
    const capacity = await measureCapacity(request, Math.max(5, seconds / 2))
    const { counts, goodput, offered, perSecond } = await offer(request, capacity * TIMES, seconds)
    const { isBack, seconds: recovery } = await recover(request)
    const after = await measureCapacity(request, Math.max(5, seconds / 2))
    for (const [what, count] of counts.wrong) console.log(`${count} × ${what}`)
    const wrong = [...counts.wrong.values()].reduce((sum, count) => sum + count, 0)
    const crashed = server.alive() ? 0 : 1
    const { lost, doubled, phantom } = await auditOrders(installation.adminUrl, journal)
    const share = (of: number) => Math.round((of / capacity) * 100) / 100
    return {
      ...NO_ERRORS,
      lost,
      doubled,
      phantom,
      stuck: wrong + crashed + (isBack ? 0 : 1),
      trials: offered,
      seed,
      seconds,
      capacity_per_second: Math.round(capacity),
      offered_per_second: Math.round(perSecond),
      offered,
      served: counts.good,
      refused_with_429_or_503: counts.shed,
      other_answers: wrong,
      goodput_of_capacity: share(goodput),
      after_of_capacity: share(after),
      served_again_after_s: recovery,
      processes_that_crashed: crashed,
    }
  } finally {
    await installation.close()
  }
}
