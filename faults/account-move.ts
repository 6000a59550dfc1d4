// An account is moved to and fro between two cells while it is written to: numbered messages and reaction changes with
// webhooks, by copy and by replication (a third argument names one of the two). The mover is killed with SIGKILL in every
// state and then goes on or is aborted. No acknowledged write may be lost, doubled or appear in both cells, and no
// replication slot may be left.
import { spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import { startInstallation } from '@patchbay/testkit/installation'
import { waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import {
  auditMessages,
  auditWebhooks,
  countForeign,
  MOVED_HOST as HOST,
  type Journal,
  ownersOf,
  type Side,
} from './account-move-audit.ts'
import { DRIVERS, type Setup, startLoad } from './account-move-load.ts'
import type { Scenario } from './scenario.ts'
import { startTransport, type Transport } from './webhook-transport.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const OTHER = 'other.test'
const CHATS = DRIVERS
const ABORTABLE = ['planned', 'draining', 'frozen', 'copied', 'verified'] as const
const STATES = [...ABORTABLE, 'decided'] as const
/** Steps of a move by replication, between those states. */
const STEPS = ['subscribed', 'following', 'drained', 'unsubscribed'] as const
const WAYS = ['copy', 'replication'] as const
type Way = (typeof WAYS)[number]
type Killed = (typeof STATES)[number] | (typeof STEPS)[number] | 'never'
type Trial = { way: Way; killAt: Killed; after: 'resume' | 'abort' }

/** Workers get their share of a busy machine: a lane that they hold is waited for. */
const ENV = { LOG_LEVEL: 'error', WORKER_NICE: '0', WEBHOOK_PLAN_SECONDS: [0, ...Array(100).fill(0.3)].join(',') }

const startSide = async (name: 'a' | 'b', first: number): Promise<Side> => {
  const installation = await startInstallation(ENV, { settings: 'wal_level = logical' })
  await installation.operator(
    'cell',
    'init',
    name,
    '--admin-url',
    installation.adminUrl,
    '--range',
    `${first}-${first + 999_999}`,
    '--replication',
  )
  const server = await installation.startServer()
  await installation.startWorker()
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  admin.on('error', () => undefined)
  await admin.connect()
  return { name, installation, server, admin }
}

const writeCells = async (sides: readonly Side[]): Promise<string> => {
  const cells = sides.map(({ name, installation, server }) => [
    name,
    {
      databaseUrl: installation.adminUrl.replace('postgres@', 'patchbay_mover@'),
      servers: [`127.0.0.1:${server.port}`],
      fileFolder: installation.env.FILE_FOLDER,
    },
  ])
  const file = join(await mkdtemp(join(tmpdir(), 'patchbay-cells-')), 'cells.json')
  await writeFile(file, JSON.stringify(Object.fromEntries(cells)))
  return file
}

type Ran = { code: number | null; output: string }

/** The mover as a process of its own; killed as soon as it says that it has reached the state. */
const runMover = (args: readonly string[], killAt: Killed = 'never'): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn('node', ['apps/server/src/bin/patchbay.ts', 'account', 'move', ...args], { cwd: ROOT })
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.split('\n').includes(killAt)) child.kill('SIGKILL')
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('close', (code) => resolve({ code, output }))
  })

const createSetup = async (a: Side, transport: Transport): Promise<Setup> => {
  const tenant = await a.installation.createTenant('Moved', HOST, a.server)
  const other = await a.installation.createTenant('Other', OTHER, a.server)
  const integrationModule = {
    code: 'chat',
    clientId: 'chat',
    integrations: { mgTransport: { webhookUrl: transport.url } },
  }
  const registered = await tenant.api(a.server).post('/api/v5/integration-modules/chat/edit', { integrationModule })
  const { token } = (registered.body as { info: { mgTransport: { token: string } } }).info.mgTransport
  const http = tenant.client(a.server).with({ 'x-transport-token': token })
  const settings = { text: { reaction: 'both' }, reactions: { max_count: 1 } }
  const { body } = await http.postJson('/api/transport/v1/channels', { type: 'custom', settings })
  const channel = (body as { id: number }).id
  const messages: number[] = []
  for (let n = 0; n < CHATS; n++) {
    const customer = { external_id: `reacted-${n}`, nickname: 'client' }
    const message = { type: 'text', external_id: `reacted-${n}`, text: 'hello' }
    const external_chat_id = `reacted-${n}`
    const sent = await http.postJson('/api/transport/v1/messages', { channel, external_chat_id, customer, message })
    messages.push((sent.body as { message_id: number }).message_id)
  }
  const { rows } = await a.admin.query('select account_id from account_host where host = $1', [HOST])
  const cookie = (await tenant.admin(a.server)).cookie()
  return { token, channel, messages, cookie, neighbour: other.api(a.server), accountId: rows[0].account_id }
}

const SMALL: Record<Way, [Killed, Trial['after']][]> = {
  copy: [
    ['copied', 'abort'],
    ['frozen', 'resume'],
    ['decided', 'resume'],
    ['never', 'resume'],
  ],
  replication: [
    ['following', 'abort'],
    ['drained', 'resume'],
    ['never', 'resume'],
  ],
}

const trialsOf = (way: Way, scale: number): Trial[] => {
  const steps = way === 'copy' ? [] : STEPS
  const all: [Killed, Trial['after']][] = [
    ...[...ABORTABLE, ...steps].map((killAt): [Killed, 'abort'] => [killAt, 'abort']),
    ...[...STATES, ...steps].map((killAt): [Killed, 'resume'] => [killAt, 'resume']),
    ['never', 'resume'],
  ]
  const rounds = scale < 1 ? [SMALL[way]] : Array.from({ length: Math.round(scale) }, () => all)
  return rounds.flat().map(([killAt, after]) => ({ way, killAt, after }))
}

/** What a move by replication may leave in no cell. */
const countLeft = async (sides: readonly Side[]): Promise<number> => {
  let left = 0
  for (const { admin } of sides) {
    const { rows } = await admin.query(`select (select count(*) from pg_replication_slots)::int
      + (select count(*) from pg_publication)::int + (select count(*) from pg_subscription)::int as count`)
    left += rows[0].count
  }
  return left
}

const at = (times: readonly number[], share: number): number => {
  const sorted = [...times].sort((one, other) => one - other)
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
}

export const accountMove: Scenario = async (seed, scale = 1, only) => {
  const ways = WAYS.filter((way) => only === undefined || way === only)
  if (ways.length === 0) throw new Error(`a way to move is one of: ${WAYS.join(', ')}`)
  const random = seededRandom(seed)
  const transport = await startTransport('normal', random)
  const sides = await Promise.all([startSide('a', 1), startSide('b', 1_000_001)])
  const [a] = sides
  if (!a) throw new Error('no cell')
  const journal: Journal = {
    ...{ requested: new Set(), acknowledged: new Map(), refused: 0, gaps: [], reactions: 0 },
    neighbourMs: { before: [], during: [] },
  }
  const pauses: Record<Way, number[]> = { copy: [], replication: [] }
  let [stuck, split, rows] = [0, 0, 0]
  try {
    const setup = await createSetup(a, transport)
    const file = await writeCells(sides)
    const load = startLoad(sides, setup, journal)
    const started = Date.now()
    await waitUntil('the load runs', () => journal.acknowledged.size >= 50)
    load.begin()
    const trials = ways.flatMap((way) => trialsOf(way, scale))
    for (const { way, killAt, after } of trials) {
      const [owner, ...others] = await ownersOf(sides)
      if (!owner || others.length > 0) {
        split++
        break
      }
      const to = owner.name === 'a' ? 'b' : 'a'
      const move = [HOST, '--to', to, '--by', way, '--cells', file]
      const first = await runMover(move, killAt)
      const second =
        killAt === 'never' ? first : await runMover(after === 'abort' ? [HOST, '--abort', '--cells', file] : move)
      const wanted = after === 'abort' ? owner.name : to
      const now = await ownersOf(sides)
      // A mover can be faster than the signal; then there is nothing left to abort.
      const isRight = now.length === 1 && (now[0]?.name === wanted || (after === 'abort' && first.code === 0))
      if (!isRight) {
        stuck++
        console.log(`\n${way}, ${killAt}, ${after}: ${first.output}\n${second.output}`)
      }
      const left = await countLeft(sides)
      if (left > 0) {
        stuck++
        console.log(`\n${way}, ${killAt}, ${after}: ${left} slots, publications or subscriptions are left`)
      }
      const paused = /closed for (\d+) ms/.exec(second.output)?.[1]
      if (paused && killAt === 'never') pauses[way].push(Number(paused))
      rows = Number(/(\d+) rows/.exec(second.output)?.[1] ?? rows)
      const before = journal.acknowledged.size
      await waitUntil('writes go on', () => journal.acknowledged.size > before + 20)
      if (now[0]?.name === to) {
        const finished = await runMover([HOST, '--finish', '--keep-hours', '0', '--cells', file])
        if (finished.code !== 0) {
          stuck++
          console.log(finished.output)
        }
      }
      process.stdout.write('.')
    }
    await load.stop()
    const seconds = (Date.now() - started) / 1000
    const [owner] = await ownersOf(sides)
    if (!owner) throw new Error('the account is open nowhere')
    const pending = async () =>
      (await owner.admin.query('select count(*)::int as count from webhook_due')).rows[0].count
    await waitUntil('every webhook is delivered', async () => (await pending()) === 0, 120_000).catch(() => undefined)
    const [messages, webhooks] = [await auditMessages(owner, journal), await auditWebhooks(owner, transport)]
    const [before, during] = [at(journal.neighbourMs.before, 0.99), at(journal.neighbourMs.during, 0.99)]
    return {
      ...NO_ERRORS,
      lost: messages.lost + webhooks.lost,
      doubled: messages.doubled + webhooks.doubled,
      phantom: messages.phantom + webhooks.phantom,
      out_of_order: messages.outOfOrder + webhooks.outOfOrder,
      stuck: stuck + (await pending()),
      foreign: split + (await countForeign(sides, owner, setup.accountId)),
      trials: trials.length,
      seed,
      rows_of_the_account: rows,
      writes_acknowledged: journal.acknowledged.size,
      writes_per_second: Math.round((journal.acknowledged.size + journal.reactions) / seconds),
      writes_refused: journal.refused,
      webhooks: webhooks.events,
      webhooks_repeated: transport.repeats(),
      pause_ms_by_copy: pauses.copy.join(', '),
      pause_ms_by_replication: pauses.replication.join(', '),
      longest_gap_ms: Math.round(Math.max(...journal.gaps)),
      neighbour_p99_ratio: before === 0 ? 0 : Math.round((during / before) * 100) / 100,
      seconds: Math.round(seconds),
    }
  } finally {
    await Promise.all(sides.map(({ admin }) => admin.end().catch(() => undefined)))
    await Promise.all(sides.map(({ installation }) => installation.close()))
    await transport.close()
  }
}
