// W1–W7: 10,000 reaction changes while transports respond 500, hang, reset, lose responses, rate-limit, redirect and
// flap, workers are killed every 0.7 seconds, servers every 5, and PostgreSQL twice. Each acknowledged change has its event and a
// refused one has none, no event may be lost or out of order, and the deliveries of every message must result in what the
// database stores. Then one endpoint hangs for good, and the others are served (webhook-hang.ts).
import { NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type Child, type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { auditReactions, type MessageChanges, type ReactionJournal } from './reaction-journal.ts'
import type { Scenario } from './scenario.ts'
import { auditHanging } from './webhook-hang.ts'
import { crashPostgres, type Kills, killRepeatedly } from './webhook-kills.ts'
import { KINDS, startTransport, type Transport } from './webhook-transport.ts'

const CHANGES = Number(process.env.WEBHOOK_CHANGES ?? 10_000)
/** A short run goes on until a server was killed, with so many more changes at most. */
const MOST_MORE = 20_000
const MESSAGES = CHANGES / 10
const CHATS_EACH = 20
const [WORKERS, DRIVERS] = [4, 16]
const EMOJI = ['👍', '🔥', '❤', '🎉', '😀', '👏']

type Random = () => number

type Message = MessageChanges & { id: number }

/** One random change of one of these messages. */
const chooseChange = (messages: readonly Message[], random: Random) => {
  const chooseEmoji = () => EMOJI[Math.floor(random() * EMOJI.length)] ?? '👍'
  const isRemoval = random() >= 0.7
  const replaces = !isRemoval && random() < 0.4 ? chooseEmoji() : undefined
  const message = messages[Math.floor(random() * messages.length)]
  return message && { message, change: { emoji: chooseEmoji(), isRemoval, ...(replaces && { replaces }) } }
}

type Chosen = NonNullable<ReturnType<typeof chooseChange>>

const isRefusal = (status: number): boolean => status >= 400 && status < 500

/** Returns the status, 0 for a broken connection. */
const sendChange = async (http: HttpClient, { message: { id, changes }, change }: Chosen): Promise<number> => {
  const { emoji, isRemoval, replaces } = change
  const path = `/workspace/messages/${id}/reactions`
  const reply = isRemoval
    ? http.send('DELETE', `${path}?reaction=${encodeURIComponent(emoji)}`)
    : http.send('PUT', path, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reaction: emoji, replaces }),
      })
  const status = await reply.then(
    (got) => got.status,
    () => 0,
  )
  const answer = status === 200 ? 'acknowledged' : isRefusal(status) ? 'refused' : 'unknown'
  changes.push({ ...change, answer })
  return status
}

/**
 * Sends changes until CHANGES were acknowledged and each kind of process was killed; each message by one driver at a time, which
 * repeats a change without an answer.
 */
const drive = async (
  wires: () => HttpClient[],
  messages: readonly Message[],
  random: Random,
  answers: Map<number, number>,
  kills: Kills,
): Promise<void> => {
  const isOver = (acknowledged = answers.get(200) ?? 0): boolean =>
    acknowledged >= CHANGES && ((kills.workers > 0 && kills.servers > 0) || acknowledged >= CHANGES + MOST_MORE)
  const one = async (driver: number): Promise<void> => {
    const own = messages.filter((_, place) => place % DRIVERS === driver)
    let chosen: Chosen | undefined
    while (!isOver()) {
      const all = wires()
      const http = all[Math.floor(random() * all.length)]
      chosen ??= chooseChange(own, random)
      if (!http || !chosen) {
        await sleep(50)
        continue
      }
      const status = await sendChange(http, chosen)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status === 200 || isRefusal(status)) chosen = undefined
      if (![200, 400, 409].includes(status)) await sleep(50)
    }
  }
  await Promise.all(Array.from({ length: DRIVERS }, (_, driver) => one(driver)))
}

type Row = { event_id: string; given_up_at: Date | null; is_due: boolean }

/** Compares the database with the deliveries that the transports accepted. */
export const auditDeliveries = async (url: string, transports: readonly Transport[]) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(
    `select event_id, given_up_at, exists (select from webhook_due where webhook_id = webhook.id) as is_due from webhook`,
  )
  const held = await client.query<{ message_id: string; emoji: string; emoji_key: string }>(
    'select message_id, emoji, emoji_key from reaction where user_id is not null order by id',
  )
  const messages = await client.query<{ id: string; external_id: string }>('select id, external_id from message')
  const gaps = await client.query<{ count: number }>(
    'select count(*)::int as count from chat where sequence <> (select count(*) from webhook where webhook.chat_id = chat.id)',
  )
  await client.end()
  const taken = new Map(transports.flatMap(({ effects }) => effects().map((effect) => [effect.id, effect])))
  const known = new Set(rows.map(({ event_id }) => event_id))
  const outOfOrder = transports.flatMap(({ effects }) =>
    [...Map.groupBy(effects(), ({ chat }) => chat).values()].map(
      (chat) => chat.filter((effect, place) => place > 0 && effect.sequence <= (chat[place - 1]?.sequence ?? 0)).length,
    ),
  )
  const state = new Map<string, string[]>()
  for (const { effects } of transports) for (const { message, all } of effects()) state.set(message, all)
  const differs = messages.rows.filter(({ id, external_id }) => {
    const side = new Map<string, string>()
    for (const row of held.rows)
      if (row.message_id === id && !side.has(row.emoji_key)) side.set(row.emoji_key, row.emoji)
    return JSON.stringify([...side.values()]) !== JSON.stringify(state.get(external_id) ?? [])
  })
  return {
    events: rows.length,
    lost: rows.filter(({ event_id }) => !taken.has(event_id)).length + (gaps.rows[0]?.count ?? 0),
    abandoned: rows.filter((row) => row.given_up_at).length,
    pending: rows.filter((row) => row.is_due).length,
    phantom: [...taken.keys()].filter((id) => !known.has(id)).length,
    outOfOrder: outOfOrder.reduce((sum, count) => sum + count, 0),
    differs: differs.length,
    doubled: taken.size - new Set([...taken.values()].map(({ chat, sequence }) => `${chat}/${sequence}`)).size,
  }
}

/** Eight transports, one for each kind of fault, with chats and messages. */
const createData = async (
  tenant: Tenant,
  server: ServerChild,
  random: Random,
): Promise<{ transports: Transport[]; messages: Message[]; journal: ReactionJournal }> => {
  const transports: Transport[] = []
  const messages: Message[] = []
  const journal: ReactionJournal = new Map()
  for (const [place, kind] of KINDS.entries()) {
    const transport = await startTransport(kind, random)
    transports.push(transport)
    const { call } = await transport.connect(tenant, server, `transport-${place}`)
    const max = 1 + (place % 3)
    const settings = { text: { reaction: 'both' }, reactions: { max_count: max } }
    const channel = ((await call('/channels', { type: 'custom', settings })) as { id: number }).id
    for (let n = 0; n < MESSAGES / KINDS.length; n++) {
      const chat = `${place}-${n % CHATS_EACH}`
      const message = { type: 'text', external_id: `${place}/${n}`, text: 'hello' }
      const customer = { external_id: chat, nickname: chat }
      const sent = await call('/messages', { channel, external_chat_id: chat, customer, message })
      const { message_id: id } = sent as { message_id: number }
      const own: Message = { id, max, changes: [] }
      journal.set(message.external_id, own)
      messages.push(own)
    }
  }
  return { transports, messages, journal }
}

const PLAN = [0, ...Array(200).fill(0.3)].join(',')

export const webhooks: Scenario = async (seed) => {
  const random = seededRandom(seed)
  const installation = await startInstallation({
    WEBHOOK_PLAN_SECONDS: PLAN,
    WEBHOOK_REST_SECONDS: '1',
    WEBHOOK_TIMEOUT_MS: '1000',
  })
  const transports: Transport[] = []
  try {
    const servers: (ServerChild | undefined)[] = [await installation.startServer(), await installation.startServer()]
    const [first] = servers as ServerChild[]
    if (!first) throw new Error('no server')
    const tenant = await installation.createTenant('One', 'one.test', first)
    const data = await createData(tenant, first, random)
    transports.push(...data.transports)
    const { cookie } = await tenant.admin(first)
    const wires = () => servers.flatMap((server) => (server ? [tenant.client(server).with({ cookie: cookie() })] : []))
    const workers: (Child | undefined)[] = []
    for (let n = 0; n < WORKERS; n++) workers.push(await installation.startWorker())
    const answers = new Map<number, number>()
    const started = Date.now()
    const kills = killRepeatedly(installation, workers, servers)
    const driving = drive(wires, data.messages, random, answers, kills)
    let crashes = 0
    for (const part of [0.33, 0.66]) {
      await waitUntil('a part is done', () => (answers.get(200) ?? 0) >= CHANGES * part, 600_000)
      await crashPostgres(installation)
      crashes++
    }
    await driving
    const drivenMs = Date.now() - started
    await kills.stop()
    for (const transport of transports) transport.calm()
    const url = installation.adminUrl
    await waitUntil(
      'everything is delivered',
      async () => (await auditDeliveries(url, transports)).pending === 0,
      240_000,
    ).catch(() => undefined)
    const audit = await auditDeliveries(url, transports)
    const changes = auditReactions(
      data.journal,
      transports.flatMap((transport) => transport.effects()),
    )
    await Promise.all(workers.map((worker) => worker?.kill('SIGTERM')))
    const [server] = servers.filter((one) => one !== undefined)
    const [http] = wires()
    if (!server || !http) throw new Error('no server is back')
    const hanging = await auditHanging({ installation, tenant, server, http, random })
    const missingKills = [kills.workers, kills.servers, crashes].filter((count) => count === 0).length
    const deliveries = transports.reduce((sum, transport) => sum + transport.deliveries(), 0)
    const unverified = transports.reduce((sum, transport) => sum + transport.unverified(), 0)
    return {
      ...NO_ERRORS,
      lost: audit.lost + audit.differs + audit.abandoned + changes.lost,
      doubled: audit.doubled,
      phantom: audit.phantom + unverified + changes.phantom,
      out_of_order: audit.outOfOrder,
      stuck: audit.pending + missingKills + hanging.stuck,
      trials: audit.events,
      seed,
      changes_acknowledged: answers.get(200) ?? 0,
      acknowledged_without_event: changes.lost,
      events_without_change: changes.phantom,
      refused_and_rolled_back: (answers.get(409) ?? 0) + (answers.get(400) ?? 0),
      unavailable_or_broken: [...answers]
        .filter(([status]) => status === 0 || status >= 500)
        .reduce((sum, [, count]) => sum + count, 0),
      messages: data.messages.length,
      messages_that_differ: audit.differs,
      deliveries,
      repeated: transports.reduce((sum, transport) => sum + transport.repeats(), 0),
      verified_with_standardwebhooks: deliveries - unverified,
      forgeries_refused: transports.reduce((sum, transport) => sum + transport.forgeriesRefused(), 0),
      worker_kills: kills.workers,
      server_kills: kills.servers,
      postgres_crashes: crashes,
      ...hanging.figures,
      seconds: Math.round(drivenMs / 1000),
    }
  } finally {
    await installation.close()
    await Promise.all(transports.map((transport) => transport.close()))
  }
}
