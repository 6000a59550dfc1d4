// An account is moved to and fro between two cells while it is written to: numbered messages and reaction changes with
// webhooks, by copy and by replication (a third argument names one of the two). The mover is killed with SIGKILL in every
// state and then goes on or is aborted, also while PostgreSQL of the target is stopped. No acknowledged write may be lost,
// doubled or appear in both cells, and no replication slot may be left.
import { NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import { startInstallation } from '@patchbay/testkit/installation'
import { type Moved, runMover, writeCellsFile } from '@patchbay/testkit/mover'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import {
  auditChanges,
  auditMessages,
  auditWebhooks,
  countForeign,
  MOVED_HOST as HOST,
  type Journal,
  ownersOf,
  type Side,
} from './account-move-audit.ts'
import { DRIVERS, type Setup, startLoad } from './account-move-load.ts'
import { type After, type Trial, trialsOf, WAYS, type Way } from './account-move-trials.ts'
import type { Scenario } from './scenario.ts'
import { startTransport, type Transport } from './webhook-transport.ts'

const OTHER = 'other.test'
const CHATS = DRIVERS
/** Workers get their share of a busy machine: a lane that they hold is waited for. */
const ENV = { LOG_LEVEL: 'error', WORKER_NICE: '0', WEBHOOK_PLAN_SECONDS: [0, ...Array(100).fill(0.3)].join(',') }

const startSide = async (name: 'a' | 'b', first: number): Promise<Side> => {
  const installation = await startInstallation(ENV, { settings: 'wal_level = logical', cluster: name })
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
  // A pool connects again after PostgreSQL was stopped.
  const admin = new pg.Pool({ connectionString: installation.adminUrl, max: 1 })
  admin.on('error', () => undefined)
  return { name, installation, server, admin }
}

const writeCells = (sides: readonly Side[]): Promise<string> =>
  writeCellsFile(
    sides.map(({ name, installation, server }) => ({
      name,
      databaseUrl: installation.adminUrl.replace('postgres@', 'patchbay_mover@'),
      servers: [`127.0.0.1:${server.port}`],
      fileFolder: installation.env.FILE_FOLDER,
    })),
  )

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

type Rig = { sides: readonly Side[]; file: string; journal: Journal; pauses: Record<Way, number[]>; rows: number }

const abortIn = async ({ file, journal }: Rig, after: After, target: Side): Promise<Moved> => {
  const args = [HOST, '--abort', '--cells', file]
  if (after === 'abort') return runMover(args)
  journal.isTargetDead = true
  await target.installation.postgres.stop()
  const aborted = await runMover(args)
  await target.installation.postgres.start()
  const isReady = async () => (await fetch(`${target.server.origin}/readyz`).catch(() => undefined))?.status === 200
  await waitUntil('the server of the target is ready', isReady)
  journal.isTargetDead = false
  return aborted
}

/** What went wrong, in words. */
const runTrial = async (rig: Rig, owner: Side, { way, killAt, after }: Trial): Promise<string[]> => {
  const { sides, file, journal } = rig
  const target = sides.find((side) => side !== owner) ?? owner
  const move = [HOST, '--to', target.name, '--by', way, '--cells', file]
  const first = await runMover(move, killAt === 'never' ? undefined : killAt)
  const next = () => (after === 'resume' ? runMover(move) : abortIn(rig, after, target))
  const second = killAt === 'never' ? first : await next()
  const wrong: string[] = []
  const wanted = after === 'resume' ? target : owner
  const now = await ownersOf(sides)
  const isRight = now.length === 1 && now[0] === wanted && (first.code === null) === (killAt !== 'never')
  if (!isRight) wrong.push(`${first.output}\n${second.output}`)
  // A target that was dead is cleaned by the next move.
  const left = await countLeft(after === 'target-dies' ? [owner] : sides)
  if (left > 0) wrong.push(`${left} slots, publications or subscriptions are left`)
  const paused = /closed for (\d+) ms/.exec(second.output)?.[1]
  if (paused && killAt === 'never') rig.pauses[way].push(Number(paused))
  rig.rows = Number(/(\d+) rows/.exec(second.output)?.[1] ?? rig.rows)
  const [messages, reactions] = [journal.acknowledged.size, journal.reactions.during]
  const goesOn = () => journal.acknowledged.size > messages + 20 && journal.reactions.during > reactions
  await waitUntil('writes go on', goesOn)
  if (now[0] === target) {
    const finished = await runMover([HOST, '--finish', '--keep-hours', '0', '--cells', file])
    if (finished.code !== 0) wrong.push(finished.output)
  }
  return wrong
}

/** For so long the load runs without a move: what it achieves, and how long other accounts wait. */
const BEFORE_MS = 15_000
const perSecond = (count: number, ms: number): number => Math.round(count / (ms / 1000))
const round = (value: number): number => Math.round(value * 100) / 100

export const accountMove: Scenario = async (seed, scale = 1, only) => {
  const ways = WAYS.filter((way) => only === undefined || way === only)
  if (ways.length === 0) throw new Error(`a way to move is one of: ${WAYS.join(', ')}`)
  const random = seededRandom(seed)
  const trials = ways.flatMap((way) => trialsOf(way, scale, random))
  const transport = await startTransport('normal', random)
  const sides = await Promise.all([startSide('a', 1), startSide('b', 1_000_001)])
  const [a] = sides
  if (!a) throw new Error('no cell')
  const journal: Journal = {
    ...{ requested: new Set(), acknowledged: new Map(), refused: 0, gaps: [] },
    writes: { before: 0, during: 0 },
    reactions: { before: 0, during: 0, refused: 0 },
    changes: new Map(),
    neighbourMs: { before: [], during: [] },
    neighbour: { refused: 0, unserved: 0 },
    isTargetDead: false,
  }
  let [stuck, split] = [0, 0]
  try {
    const setup = await createSetup(a, transport)
    const rig: Rig = { sides, file: await writeCells(sides), journal, pauses: { copy: [], replication: [] }, rows: 0 }
    const load = startLoad(sides, setup, journal)
    await waitUntil('the load runs', () => journal.acknowledged.size >= 50)
    load.reset()
    await sleep(BEFORE_MS)
    load.begin()
    const began = Date.now()
    for (const trial of trials) {
      const [owner, ...others] = await ownersOf(sides)
      if (!owner || others.length > 0) {
        split++
        break
      }
      const started = Date.now()
      const wrong = await runTrial(rig, owner, trial)
      stuck += wrong.length
      const seconds = Math.round((Date.now() - started) / 1000)
      console.log(`${trial.way}, ${trial.killAt}, ${trial.after}: ${seconds} s`, ...wrong)
    }
    const ms = Date.now() - began
    await load.stop()
    const [owner] = await ownersOf(sides)
    if (!owner) throw new Error('the account is open nowhere')
    const pending = async () =>
      (await owner.admin.query('select count(*)::int as count from webhook_due')).rows[0].count
    await waitUntil('every webhook is delivered', async () => (await pending()) === 0, 300_000).catch(() => undefined)
    const [messages, webhooks] = [await auditMessages(owner, journal), await auditWebhooks(owner, transport)]
    const reactions = await auditChanges(owner, journal, transport)
    const [before, during] = [at(journal.neighbourMs.before, 0.99), at(journal.neighbourMs.during, 0.99)]
    return {
      ...NO_ERRORS,
      lost: messages.lost + webhooks.lost + reactions.lost + reactions.differ,
      doubled: messages.doubled + webhooks.doubled,
      phantom: messages.phantom + webhooks.phantom + reactions.phantom,
      out_of_order: messages.outOfOrder + webhooks.outOfOrder,
      // A change of one's only reaction is never refused, and another account is served during a move.
      stuck: stuck + (await pending()) + journal.reactions.refused + journal.neighbour.unserved,
      foreign: split + (await countForeign(sides, owner, setup.accountId)),
      trials: trials.length,
      seed,
      rows_of_the_account: rig.rows,
      writes_acknowledged: journal.acknowledged.size + journal.reactions.before + journal.reactions.during,
      writes_per_second: perSecond(journal.writes.before, BEFORE_MS),
      webhooks_per_second: perSecond(journal.reactions.before, BEFORE_MS),
      writes_per_second_over_moves: perSecond(journal.writes.during, ms),
      webhooks_per_second_over_moves: perSecond(journal.reactions.during, ms),
      writes_refused: journal.refused,
      reactions_without_event: reactions.lost,
      events_without_reaction: reactions.phantom,
      reactions_that_differ: reactions.differ,
      reactions_refused: journal.reactions.refused,
      webhooks: webhooks.events,
      webhooks_repeated: transport.repeats(),
      pause_ms_by_copy: rig.pauses.copy.join(', '),
      pause_ms_by_replication: rig.pauses.replication.join(', '),
      longest_gap_ms: Math.round(journal.gaps.reduce((most, gap) => Math.max(most, gap), 0)),
      neighbour_served: journal.neighbourMs.before.length + journal.neighbourMs.during.length,
      neighbour_refused_and_repeated: journal.neighbour.refused,
      neighbour_never_served: journal.neighbour.unserved,
      neighbour_p99_ms_before: before,
      neighbour_p99_ms_during: during,
      neighbour_p99_ratio: before === 0 ? 0 : round(during / before),
      seconds: Math.round(ms / 1000),
    }
  } finally {
    await Promise.all(sides.map(({ admin }) => admin.end().catch(() => undefined)))
    await Promise.all(sides.map(({ installation }) => installation.close()))
    await transport.close()
  }
}
