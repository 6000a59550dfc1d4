// T1–T6: repeated, late and reordered requests of an exchange, while servers are killed with kill -9.
import { NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import { type Installation, type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { createCustomers, createManagers, type Manager, openStream } from '@patchbay/testkit/load-generator'
import { sleep } from '@patchbay/testkit/services'
import pg from 'pg'
import { type Journal, uploadHistory } from './call-records.ts'
import { storm, watchCards } from './call-storm.ts'
import { type CrashingServers, startCrashingServers } from './crashing-servers.ts'
import type { Scenario } from './scenario.ts'

const HOST = 'one.test'
const SIZES = { calls: 20_000, senders: 8, stormCalls: 2_500, races: 5_000, managers: 20, killEveryMs: 4_000 }
const STALE_MS = 1_000

const query = async (adminUrl: string, text: string, values: unknown[] = []): Promise<Record<string, number>> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query(text, values)
  await client.end()
  return rows[0]
}

/** T1, T2: every acknowledged call is stored once, and no recording link was lost. */
const auditHistory = async (adminUrl: string, calls: number, { acknowledged, links }: Journal) => {
  const found = await query(
    adminUrl,
    `select count(*)::int as stored, count(distinct external_id)::int as different,
       count(*) filter (where external_id = any($1))::int as acknowledged,
       count(*) filter (where external_id = any($2) and record_url is not null)::int as links
     from call where external_id like 'call-%'`,
    [[...acknowledged], [...links]],
  )
  const stored = found.stored ?? 0
  return {
    lost: acknowledged.size - (found.acknowledged ?? 0) + (links.size - (found.links ?? 0)),
    doubled: stored - (found.different ?? 0),
    phantom: Math.max(0, stored - calls),
    stored,
  }
}

/**
 * T3: batch limits: 50 records are accepted; 0, 51 and too large bodies are refused; an invalid record is named by its
 * index.
 */
const refusals = async (tenant: Tenant, server: ServerChild): Promise<number> => {
  const row = (n: number) => ({
    date: '2026-02-03 10:00:00',
    type: 'in',
    phone: '+12050000000',
    result: 'busy',
    externalId: `t3-${n}`,
  })
  const upload = (calls: unknown) => tenant.api(server).post('/api/v5/telephony/calls/upload', { calls })
  const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n))
  const spoilt = [...rows(49), { ...row(49), result: 'nonsense' }]
  const checks = [
    (await upload(rows(51))).status === 400,
    (await upload([])).status === 400,
    [400, 413].includes((await upload(rows(3_000))).status),
    (await upload('x'.repeat(1_000_000))).status >= 400,
    (await upload(spoilt)).text.includes('49.result'),
    (await upload(rows(50))).text.includes('"processedCallsCount":50'),
  ]
  return checks.filter((right) => !right).length
}

/** T5: a manager whose status changes often is not returned more than a second after becoming busy. */
const flap = async (
  tenant: Tenant,
  servers: CrashingServers,
  manager: Manager,
  phone: string,
  races: number,
  random: () => number,
) => {
  let busySince: number | undefined
  let [asked, stale, found, flapping] = [0, 0, 0, true]
  const flapper = async (): Promise<void> => {
    for (let n = 0; flapping; n++) {
      const status = n % 2 === 0 ? 'busy' : 'free'
      if (status === 'free') busySince = undefined
      const path = `/api/v5/users/${manager.id}/status`
      const reply = await tenant
        .api(servers.pick(random))
        .post(path, { status })
        .catch(() => undefined)
      if (reply?.status !== 200) {
        n--
        continue
      }
      if (status === 'busy') busySince = performance.now()
      await sleep(n % 20 === 0 ? 1_500 : 20)
    }
  }
  const asker = async (): Promise<void> => {
    while (asked < races) {
      const since = busySince
      const started = performance.now()
      const reply = await tenant
        .api(servers.pick(random))
        .get('/api/v5/telephony/manager', { phone })
        .catch(() => undefined)
      if (reply?.status !== 200) continue
      asked++
      const offered = (reply.body as { manager?: object }).manager !== undefined
      if (offered) found++
      if (offered && since !== undefined && since === busySince && started - since > STALE_MS) stale++
    }
    flapping = false
  }
  await Promise.all([flapper(), ...Array.from({ length: 6 }, asker)])
  return { stale, found }
}

/** T6: a number in any format finds the same customer, and no input causes a 5xx. */
const phoneForms = async (tenant: Tenant, server: ServerChild, phone: string): Promise<number> => {
  const digits = phone.slice(2)
  const [a, b, c] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  const same = [
    phone,
    `1${digits}`,
    digits,
    `${a} ${b} ${c}`,
    `(${a}) ${b}-${c}`,
    `001${digits}`,
    `tel:+1-${a}-${b}-${c}`,
    ` 1${digits}`,
    `\u200f${phone}`,
  ]
  const odd = ['', ' ', 'nobody', '+', '0', '\u0661\u0662\u0663', '9'.repeat(64), '9'.repeat(1_000), '🙂', '\u202e123']
  let wrong = 0
  const ask = (text: string) => tenant.api(server).get('/api/v5/telephony/manager', { phone: text, details: '1' })
  for (const form of same) if (!(await ask(form)).text.includes(`"number":"${phone}"`)) wrong++
  for (const form of odd) if ((await ask(form)).status >= 500) wrong++
  return wrong
}

const createData = async (installation: Installation, server: ServerChild) => {
  const tenant = await installation.createTenant('One', HOST, server)
  const managers = await createManagers(installation.adminUrl, HOST, SIZES.managers)
  const phone = (await createCustomers(installation.adminUrl, HOST, 1_000, managers))(0)
  const additionalCodes = managers.map(({ id, code }) => ({ userId: id, code }))
  const integrationModule = { code: 'pbx', clientId: 'c', integrations: { telephony: { additionalCodes } } }
  await tenant.api(server).post('/api/v5/integration-modules/pbx/edit', { integrationModule })
  return { tenant, managers, phone }
}

export const calls: Scenario = async (seed, scale = 1) => {
  const random = seededRandom(seed)
  const sized = (count: number) => Math.round(count * scale)
  const installation = await startInstallation()
  try {
    // Browsers are connected to a server that is not killed: their reconnection is not tested here.
    const spared = await installation.startServer()
    const { tenant, managers, phone } = await createData(installation, spared)
    const crashing = await startCrashingServers(installation, 2, SIZES.killEveryMs)
    const started = performance.now()
    const journal = await uploadHistory(tenant, crashing, sized(SIZES.calls), SIZES.senders, random)
    const uploadSeconds = Math.round((performance.now() - started) / 1000)
    const { watch, close } = await watchCards(spared, HOST, managers)
    const { events, badAnswers } = await storm(tenant, crashing, managers, sized(SIZES.stormCalls), random)
    await sleep(2_000)
    close()
    const [manager] = managers
    if (!manager) throw new Error('no manager')
    const stream = await openStream(spared, HOST, manager, () => undefined)
    const { stale, found } = await flap(tenant, crashing, manager, phone, sized(SIZES.races), random)
    await crashing.stop()
    stream.destroy()
    const history = await auditHistory(installation.adminUrl, sized(SIZES.calls), journal)
    const stormed = await query(
      installation.adminUrl,
      `select (count(*) - count(distinct external_id))::int as doubled, count(*)::int as stored,
         count(*) filter (where state <> 'ended')::int as open,
         (select count(*)::int from call_card k join call c on c.id = k.call_id where k.closed_at is null and c.state = 'ended') as cards
       from call where external_id like 'storm-%'`,
    )
    const wrongForms = (await phoneForms(tenant, spared, phone)) + (await refusals(tenant, spared))
    return {
      ...NO_ERRORS,
      lost: history.lost + Math.max(0, sized(SIZES.stormCalls) - (stormed.stored ?? 0)),
      doubled: history.doubled + (stormed.doubled ?? 0),
      phantom: history.phantom,
      out_of_order: watch.afterEnd + stale,
      stuck: (stormed.open ?? 0) + (stormed.cards ?? 0) + badAnswers + wrongForms,
      foreign: watch.foreign,
      trials: crashing.kills(),
      seed,
      ...{
        kills: crashing.kills(),
        calls_stored: history.stored,
        batches: journal.batches,
        upload_seconds: uploadSeconds,
      },
      ...{ senders_gave_up: journal.timedOut, uploads_failed: journal.failed, storm_events: events },
      ...{ storm_calls: stormed.stored ?? 0, cards_seen: watch.cards, cards_after_end: watch.afterEnd },
      ...{ lookups: sized(SIZES.races), lookups_found: found, stale_lookups: stale, wrong_forms: wrongForms },
    }
  } finally {
    await installation.close()
  }
}
