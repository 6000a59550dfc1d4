// `npm run faults -- fuzz [count] [seed]`: B1, `count` generated requests over every endpoint, and the parsers with as many
// inputs each as the scale says (apps/server/test/fuzz). The seed is printed; a run with the same seed sends the same.
import { spawn } from 'node:child_process'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import { NO_ERRORS } from '@patchbay/testkit/audit'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { type Installation, type ServerChild, startInstallation } from '@patchbay/testkit/installation'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import { round, type Sent, send, wrongWith } from './fuzz-requests.ts'
import type { Ids } from './fuzz-values.ts'
import { recordResult } from './record.ts'
import type { Scenario } from './scenario.ts'
import { createData } from './tenant-data.ts'

const AT_ONCE = 8
/** Inputs for each parser, for one generated request: 100,000 requests go with 1,000,000 inputs. */
const INPUTS_A_REQUEST = 10
const FEWEST_INPUTS = 5_000
const MOST_PRINTED = 20

type Access = { http: HttpClient; ids: Ids; holds: () => Promise<boolean> }

/** An account with data for every endpoint, and a client with its key, its token and its administrator's session. */
const openAccount = async (
  installation: Installation,
  server: ServerChild,
  module: string,
  place: number,
): Promise<Access> => {
  // The requests before have guessed passwords: from this address nobody may sign in for a minute.
  await installation.redis.cli('FLUSHALL')
  const tenant = await installation.createTenant(`Fuzz ${place}`, `fuzz${place}.test`, server)
  const ids = await createData(tenant, server, module)
  const credentials = { 'x-api-key': ids.apiKey ?? '', 'x-transport-token': ids.token ?? '', cookie: ids.cookie ?? '' }
  const http = tenant.client(server).with(credentials)
  const holds = async (): Promise<boolean> => {
    const replies = await Promise.all(
      ['/workspace/me', '/api/v5/users', '/api/transport/v1/channels'].map((path) => http.get(path)),
    )
    return replies.every(({ status }) => status === 200)
  }
  return { http, ids, holds }
}

type Tally = { sent: number; statuses: Map<number, number>; accepted: Set<string>; wrong: string[]; unanswered: number }

const shown = ({ endpoint, path, headers, body }: Sent, reply: Reply, why: string): string =>
  `${endpoint.id}: ${why}\n  ${endpoint.method} ${path}\n  ${headers['content-type'] ?? ''} ${String(body ?? '').slice(0, 1500)}\n  → ${reply.status} ${reply.text.slice(0, 400)}`

const sendAll = async (http: HttpClient, requests: readonly Sent[], tally: Tally): Promise<void> => {
  const queue = requests.values()
  const one = async (): Promise<void> => {
    for (const request of queue) {
      const reply = await send(http, request)
      tally.sent++
      tally.statuses.set(reply.status, (tally.statuses.get(reply.status) ?? 0) + 1)
      if (reply.status === 0) tally.unanswered++
      if (reply.status >= 200 && reply.status < 300) tally.accepted.add(request.endpoint.id)
      const why = reply.status === 0 ? reply.text : wrongWith(request, reply)
      if (why !== undefined) tally.wrong.push(shown(request, reply, why))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

/** B1. */
const fuzzRequests = async (count: number, seed: number, minutes: number) => {
  const module = await startReceiver((_received, response) => json(response, 200, { success: true }))
  // In development every answer is compared with the contract, members that it does not name included.
  const installation = await startInstallation({ NODE_ENV: 'development', LOG_LEVEL: 'error' })
  const tally: Tally = { sent: 0, statuses: new Map(), accepted: new Set(), wrong: [], unanswered: 0 }
  let accounts = 0
  try {
    const server = await installation.startServer()
    const worker = await installation.startWorker()
    let access = await openAccount(installation, server, module.url, ++accounts)
    const end = performance.now() + minutes * 60_000
    for (let place = 0; tally.sent < count && performance.now() < end; place++) {
      const requests = round(access.ids, seed + place).slice(0, count - tally.sent)
      await sendAll(access.http, requests, tally)
      process.stdout.write('.')
      if (tally.sent < count && !(await access.holds()))
        access = await openAccount(installation, server, module.url, ++accounts)
    }
    const crashes = [server, worker].filter((one) => !one.alive()).length
    if (tally.wrong.length > 0)
      console.log(`\n${tally.wrong.slice(0, MOST_PRINTED).join('\n')}\n${server.output().slice(-6000)}`)
    const statuses = Object.fromEntries(
      [...tally.statuses].sort(([a], [b]) => a - b).map(([status, of]) => [`answers_${status}`, of]),
    )
    return {
      crashes,
      wrong: tally.wrong.length,
      unanswered: tally.unanswered,
      figures: {
        requests: tally.sent,
        endpoints: ENDPOINTS.length,
        endpoints_accepted: tally.accepted.size,
        accounts,
        ...statuses,
      },
    }
  } finally {
    await installation.close()
    await module.close()
  }
}

type ParserReport = {
  parser: string
  inputs: number
  crashes: number
  hangs: number
  growth_mb: number
  accepted: number
}

/** Each parser in one process, away from the installation: what it allocates is its own. */
const fuzzParsers = async (inputs: number, seed: number): Promise<ParserReport[]> => {
  const child = spawn('node', ['--expose-gc', 'apps/server/test/fuzz/main.ts', String(inputs), String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    process.stdout.write('.')
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the parsers ended with ${code}: ${output.slice(-2000)}`)
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ParserReport)
}

const numbers = (): number[] =>
  process.argv
    .slice(3)
    .filter((text) => /^\d+$/.test(text))
    .map(Number)

const recordParsers = (parsers: readonly ParserReport[], inputs: number, seed: number): void => {
  const figures = parsers.flatMap(({ parser, crashes, hangs, growth_mb }) => [
    [`${parser}_crashes`, crashes],
    [`${parser}_hangs`, hangs],
    [`${parser}_growth_mb`, growth_mb],
  ])
  recordResult({
    id: 'B6',
    name: 'Parsers with random and mutated input',
    size: `${inputs} inputs each, ${parsers.length} parsers`,
    seed,
    figures: Object.fromEntries(figures),
    passed: parsers.every(({ crashes, hangs }) => crashes + hangs === 0),
  })
}

const flag = (name: string): string | undefined => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

/** With `--only requests` or `--only parsers`, one half; with `--minutes`, as many requests as that long sends. */
export const fuzz: Scenario = async () => {
  const [count = 2_000, seed = Date.now() % 1_000_000] = numbers()
  const only = flag('--only')
  const minutes = Number(flag('--minutes') ?? Number.POSITIVE_INFINITY)
  const inputs = count > 10_000 ? count * INPUTS_A_REQUEST : FEWEST_INPUTS
  console.log(`seed ${seed}`)
  const parsers = only === 'requests' ? [] : await fuzzParsers(inputs, seed)
  for (const report of parsers) console.log(JSON.stringify(report))
  if (parsers.length > 0) recordParsers(parsers, inputs, seed)
  const bad = parsers.reduce((sum, { crashes, hangs }) => sum + crashes + hangs, 0)
  const trials = inputs * parsers.length
  const ofParsers = parsers.length > 0 && { B6_trials: trials, B6_bad: bad }
  if (only === 'parsers') return { ...NO_ERRORS, stuck: bad, trials, seed, inputs_each: inputs, ...ofParsers }
  const { crashes, wrong, unanswered, figures } = await fuzzRequests(count, seed, minutes)
  const failures = crashes + wrong
  const own = { ...figures, wrong, unanswered, process_crashes: crashes }
  const name = 'Generated requests over every endpoint'
  recordResult({ id: 'B1', name, size: `${figures.requests} requests`, seed, figures: own, passed: failures === 0 })
  // The same requests hold odd texts (B2) and unknown members (B5).
  const ofRequests = Object.fromEntries(
    ['B2', 'B5'].flatMap((id) => [
      [`${id}_trials`, figures.requests],
      [`${id}_unit`, 'requests'],
      [`${id}_bad`, failures],
    ]),
  )
  return {
    ...{ ...NO_ERRORS, stuck: bad + failures, trials: figures.requests + trials, seed, ...own, inputs_each: inputs },
    ...ofParsers,
    ...ofRequests,
  }
}
