// T1–T6: repeated, late and reordered requests of an exchange, while servers are killed with kill -9.
import { NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import { type Installation, type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { createCustomers, createManagers, openStream } from '@patchbay/testkit/load-generator'
import { sleep } from '@patchbay/testkit/services'
import pg from 'pg'
import { lookUpWhileStatusChanges } from './call-lookups.ts'
import { createJournal, type Journal, uploadHistory } from './call-records.ts'
import { storm, watchCards } from './call-storm.ts'
import { type CrashingServers, startCrashingServers } from './crashing-servers.ts'
import type { Scenario } from './scenario.ts'

const HOST = 'one.test'
const SIZES = { calls: 20_000, senders: 8, stormCalls: 2_500, races: 5_000, managers: 20, killEveryMs: 4_000 }
/** A small run has sent everything before the first kill, so it goes on sending, for so long at most. */
const KILLED_WITHIN_MS = 120_000

const query = async (adminUrl: string, text: string, values: unknown[] = []): Promise<Record<string, number>> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query(text, values)
  await client.end()
  return rows[0]
}

/** T1, T2: every acknowledged call is stored once, and no recording link was lost. */
const auditHistory = async (adminUrl: string, { calls, acknowledged, links }: Journal) => {
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

/** Sends the whole load again, each time with new calls, until a server was killed meanwhile. Returns the kills. */
const untilKilled = async (servers: CrashingServers, load: () => Promise<void>): Promise<number> => {
  const [before, end] = [servers.kills(), performance.now() + KILLED_WITHIN_MS]
  do await load()
  while (servers.kills() === before && performance.now() < end)
  return servers.kills() - before
}

/** T4: each call is one record that has ended, and no card of an ended call stays open. */
const auditStorm = (adminUrl: string) =>
  query(
    adminUrl,
    `select (count(*) - count(distinct external_id))::int as doubled, count(*)::int as stored,
       count(*) filter (where state <> 'ended')::int as open,
       (select count(*)::int from call_card k join call c on c.id = k.call_id where k.closed_at is null and c.state = 'ended') as cards
     from call where external_id like 'storm-%'`,
  )

const stormUntilKilled = async (
  { tenant, managers }: Data,
  { crashing, spared }: { crashing: CrashingServers; spared: ServerChild },
  calls: number,
  random: () => number,
) => {
  const { watch, close } = await watchCards(spared, HOST, managers)
  const sent = { calls: 0, events: 0, badAnswers: 0 }
  const kills = await untilKilled(crashing, async () => {
    const { events, badAnswers } = await storm(tenant, crashing, managers, { first: sent.calls, calls }, random)
    sent.calls += calls
    sent.events += events
    sent.badAnswers += badAnswers
  })
  await sleep(2_000)
  close()
  return { ...sent, kills, watch }
}

type Data = Awaited<ReturnType<typeof createData>>

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
    const data = await createData(installation, spared)
    const { tenant, managers, phone } = data
    const crashing = await startCrashingServers(installation, 2, SIZES.killEveryMs)
    const started = performance.now()
    const journal = createJournal()
    const sizes = { calls: sized(SIZES.calls), senders: SIZES.senders }
    const upload = () => uploadHistory(tenant, crashing, journal, sizes, random)
    const uploadKills = await untilKilled(crashing, upload)
    const uploadSeconds = Math.round((performance.now() - started) / 1000)
    const sent = await stormUntilKilled(data, { crashing, spared }, sized(SIZES.stormCalls), random)
    const { watch } = sent
    const [manager] = managers
    if (!manager) throw new Error('no manager')
    const stream = await openStream(spared, HOST, manager, () => undefined)
    const asked = { tenant, servers: crashing, manager, phone, lookups: sized(SIZES.races), random }
    const lookups = await lookUpWhileStatusChanges(asked)
    await crashing.stop()
    stream.destroy()
    const history = await auditHistory(installation.adminUrl, journal)
    const stormed = await auditStorm(installation.adminUrl)
    const wrongForms = (await phoneForms(tenant, spared, phone)) + (await refusals(tenant, spared))
    // A run in which nothing was killed or compared shows nothing.
    const required = [uploadKills, sent.kills, lookups.compared.busy, lookups.compared.free]
    const missing = required.filter((count) => count === 0).length
    return {
      ...NO_ERRORS,
      lost: history.lost + Math.max(0, sent.calls - (stormed.stored ?? 0)),
      doubled: history.doubled + (stormed.doubled ?? 0),
      phantom: history.phantom,
      out_of_order: watch.afterEnd + lookups.stale,
      stuck: (stormed.open ?? 0) + (stormed.cards ?? 0) + sent.badAnswers + wrongForms + missing,
      foreign: watch.foreign,
      trials: crashing.kills(),
      seed,
      ...{
        kills: crashing.kills(),
        kills_during_uploads: uploadKills,
        kills_during_events: sent.kills,
        calls_stored: history.stored,
        batches: journal.batches,
        upload_seconds: uploadSeconds,
      },
      ...{ senders_gave_up: journal.timedOut, uploads_failed: journal.failed, storm_events: sent.events },
      ...{ storm_calls: stormed.stored ?? 0, cards_seen: watch.cards, cards_after_end: watch.afterEnd },
      ...{ lookups: lookups.asked, lookups_found: lookups.found, stale_lookups: lookups.stale },
      ...{
        compared_while_busy: lookups.compared.busy,
        compared_while_free: lookups.compared.free,
        wrong_forms: wrongForms,
      },
    }
  } finally {
    await installation.close()
  }
}
