// S1, S3, S6: every endpoint is called in one account with the ids, keys and sessions of another. All data of the other account
// contains a canary, which no response and no header may contain, and none of its rows may differ afterwards. Within the
// account, every endpoint is called with keys that may not: of another module, revoked, expired, without the scope, of another shop
// (D-05, D-81, D-82), and with guessed ones; the routes of bytes and the live stream too.

import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import { NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import type { Reply } from '@patchbay/testkit/http-client'
import { type Installation, type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import pg from 'pg'
import type { Scenario } from './scenario.ts'
import { auditBytes } from './tenant-bytes.ts'
import { createData, createMore } from './tenant-data.ts'
import { auditGuesses } from './tenant-guesses.ts'
import { auditKeys } from './tenant-keys.ts'
import {
  CANARY,
  callEndpoint,
  type Findings,
  hasIds,
  type Ids,
  isRefused,
  requestTo,
  sendRequest,
  type TenantRequest,
} from './tenant-requests.ts'
import { differingRows, readRows } from './tenant-rows.ts'
import { waitForWork } from './work-due.ts'

const WORKED_MS = 300_000
/** The rest needs more than ids: a code, a day, a state. */
const LEAST_OPEN = 0.7

/** Ids of nothing. */
const ABSENT: Ids = {
  code: 'nothing',
  id: '999999',
  keyId: 'zzzzzzzz',
  invoiceId: '00000000-0000-4000-8000-000000000000',
  invoiceUuid: 'none',
}

const credentialsIn = ({ apiKey = '', token = '', cookie = '' }: Ids) => ({
  'x-api-key': apiKey,
  'x-transport-token': token,
  cookie,
})

type Caller = (request: TenantRequest) => Promise<Reply>

/** All credentials of an account. Some endpoints end the session: the next request begins a new one. */
const callerOf = async (tenant: Tenant, server: ServerChild, token: string): Promise<Caller> => {
  const signIn = async () =>
    (await tenant.admin(server)).with({ 'x-api-key': tenant.apiKey, 'x-transport-token': token })
  let http = await signIn()
  return async (request) => {
    const reply = await sendRequest(http, request)
    if (!reply.text.includes('"sign_in_needed"')) return reply
    http = await signIn()
    return sendRequest(http, request)
  }
}

/** A module of two, for its transport token. */
const connectTwo = async (two: Tenant, server: ServerChild, moduleUrl: string): Promise<Caller> => {
  const integrations = { mgTransport: { webhookUrl: `${moduleUrl}/hook` } }
  const integrationModule = { code: 'two-module', clientId: 'two', baseUrl: moduleUrl, integrations }
  const reply = await two.api(server).post('/api/v5/integration-modules/two-module/edit', { integrationModule })
  const { info } = reply.body as { info?: { mgTransport: { token: string } } }
  if (!info) throw new Error(`the module of two did not register: ${reply.text}`)
  return callerOf(two, server, info.mgTransport.token)
}

const AT_THE_DOOR =
  /"errorCode":"(key_missing|key_wrong|access_denied|sign_in_needed|origin_wrong|admin_needed|role_needed|second_factor_due|account_\w+)"|Wrong transport token/

/** Whether the endpoint looked at nothing: two’s own credentials were not enough. */
const isAtTheDoor = ({ status, text }: Reply): boolean => status >= 400 && AT_THE_DOOR.test(text)

type Calls = Findings & {
  wrong: number
  /** What two was let in with, with ids of one in every place of the path. */
  covered: { endpoint: Endpoint; request: TenantRequest }[]
  absentVsForeignMs: number
}

/** Every endpoint: of nobody, with what was stolen from one, and as two with ids of one. */
const callAll = async (
  { one, two, server }: { one: Tenant; two: Tenant; server: ServerChild },
  ids: Ids,
  asTwo: Caller,
  random: () => number,
): Promise<Calls> => {
  const calls: Omit<Calls, 'absentVsForeignMs'> = { trials: 0, leaks: [], wrong: 0, covered: [] }
  const timings: { absent: number[]; foreign: number[] } = { absent: [], foreign: [] }
  const inspect = (endpoint: Endpoint, as: string, reply: Reply, mayPass: boolean): void => {
    calls.trials++
    const shown = reply.text + JSON.stringify(reply.headers)
    // Ids that the caller sent are no leak; responses do not echo them.
    if (shown.includes(CANARY) || shown.includes(`@${one.host}`)) calls.leaks.push(`${endpoint.id} as ${as}`)
    if (reply.status >= 500 && reply.status !== 502) calls.wrong++
    if (!mayPass && reply.status < 400) calls.leaks.push(`${endpoint.id} gave access to ${as}`)
  }
  const http = two.client(server)
  for (const endpoint of ENDPOINTS) {
    const [open, unnamed] = [endpoint.auth.by === 'nobody', { ...ids, code: 'x' }]
    inspect(endpoint, 'nobody', await callEndpoint(http, endpoint, unnamed, random), open)
    const theft = await callEndpoint(http.with(credentialsIn(ids)), endpoint, unnamed, random)
    inspect(endpoint, 'one’s key, session and token at two’s address', theft, open)
    for (const [kind, given] of [
      ['foreign', ids],
      ['absent', ABSENT],
    ] as const) {
      const request = requestTo(endpoint, given, random)
      const started = performance.now()
      const reply = await asTwo(request)
      timings[kind].push(performance.now() - started)
      // What two may do is judged by what of one it shows or changes.
      inspect(endpoint, `two, with ${kind} ids`, reply, true)
      if (kind === 'foreign' && hasIds(endpoint, ids) && !isAtTheDoor(reply)) calls.covered.push({ endpoint, request })
    }
  }
  return { ...calls, absentVsForeignMs: Math.abs(median(timings.absent) - median(timings.foreign)) }
}

/** Which of the requests of two its owner may make: only there says a refusal that it is the account that counts. */
const openToOwner = async (asOne: Caller, covered: Calls['covered']): Promise<Set<string>> => {
  const open = new Set<string>()
  // What deletes comes last: nothing could be found after it.
  const order = ['GET', 'PUT', 'POST', 'DELETE']
  const placeOf = ({ method, path }: TenantRequest) => order.indexOf(path.endsWith('/delete') ? 'DELETE' : method)
  for (const { endpoint, request } of covered.toSorted((a, b) => placeOf(a.request) - placeOf(b.request)))
    if (!isRefused(await asOne(request))) open.add(endpoint.id)
  return open
}

/** What two changed of one, and what workers had left to do: nothing of it may be judged before they are done. */
const withRowsOf = async <T>(one: Tenant, { adminUrl }: Installation, act: () => Promise<T>) => {
  const due = await waitForWork(adminUrl, WORKED_MS)
  const before = await readRows(adminUrl, one.host)
  const done = await act()
  due.push(...(await waitForWork(adminUrl, WORKED_MS)))
  const changed = differingRows(before, await readRows(adminUrl, one.host))
  return { done, changed, due, rows: before.size }
}

export const tenants: Scenario = async (seed) => {
  const random = seededRandom(seed)
  const installation = await startInstallation({ LOG_LEVEL: 'debug', POOL_SIZE: '4', TRUST_PROXY: '127.0.0.1' })
  const module = await startReceiver((_received, response) =>
    json(response, 200, { success: true, result: { paymentId: CANARY, invoiceUrl: `https://${CANARY}.test/pay` } }),
  )
  try {
    const server = await installation.startServer()
    await installation.startWorker()
    const one = await installation.createTenant('One', 'one.test', server)
    const two = await installation.createTenant('Two', 'two.test', server)
    const made = await createData(one, server, module.url)
    const ids = { ...made, ...(await createMore(one.client(server).with(credentialsIn(made)), made)) }
    const asTwo = await connectTwo(two, server, module.url)
    const called = await withRowsOf(one, installation, () => callAll({ one, two, server }, ids, asTwo, random))
    const { covered, wrong, absentVsForeignMs } = called.done
    const keys = await auditKeys(one, server, ids, module.url, random)
    const guesses = await auditGuesses({ one, two, server }, ids, random)
    const bytes = await auditBytes(one, two, server, ids)
    const mixed = await mixedPool(installation.env.DATABASE_URL ?? '', random)
    const open = await openToOwner(await callerOf(one, server, made.token ?? ''), covered)
    const logged = server.output().includes(one.apiKey) || server.output().includes(ids.token ?? CANARY) ? 1 : 0
    const missed = ENDPOINTS.filter(({ id }) => !covered.some(({ endpoint }) => endpoint.id === id))
    const leaks = [called.done, keys, guesses, bytes].flatMap((found) => found.leaks)
    leaks.push(...called.changed.map((row) => `changed by two: ${row}`))
    if (leaks.length > 0) console.log(leaks.join('\n'))
    if (missed.length > 0) console.log(`not covered: ${missed.map(({ id }) => id).join(', ')}`)
    if (called.due.length > 0) console.log(`not done: ${called.due.join(', ')}`)
    return {
      ...NO_ERRORS,
      foreign: leaks.length + mixed + logged,
      stuck: wrong + missed.length + called.due.length + (open.size < ENDPOINTS.length * LEAST_OPEN ? 1 : 0),
      trials: called.done.trials + keys.trials + guesses.trials + bytes.trials,
      seed,
      routes: ENDPOINTS.length,
      routes_covered: covered.length,
      routes_open_to_the_owner: open.size,
      rows_compared: called.rows,
      key_trials: keys.trials,
      keys_guessed: guesses.trials,
      byte_trials: bytes.trials,
      absent_vs_foreign_ms: Number(absentVsForeignMs.toFixed(2)),
    }
  } finally {
    await installation.close()
    await module.close()
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** S3: 10,000 transactions of both accounts over four connections, some with errors: no row of the other account. */
const mixedPool = async (url: string, random: () => number): Promise<number> => {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  let wrong = 0
  const one = async (): Promise<void> => {
    const account = random() < 0.5 ? 1 : 2
    const client = await pool.connect()
    try {
      await client.query(`begin; set local app.account = '${account}'`)
      if (random() < 0.2) await client.query('select 1 / 0').catch(() => undefined)
      else {
        const { rows } = await client.query('select distinct account_id from app_user')
        if (rows.some((row) => row.account_id !== account)) wrong++
      }
      await client.query(random() < 0.5 ? 'commit' : 'rollback')
      const { rows } = await client.query('select count(*)::int as count from app_user')
      if (rows[0].count !== 0) wrong++
    } finally {
      client.release()
    }
  }
  for (let batch = 0; batch < 100; batch++) await Promise.all(Array.from({ length: 100 }, one))
  await pool.end()
  return wrong
}
