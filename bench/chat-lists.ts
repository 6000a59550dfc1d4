// What lists of chats and conversations cost in an account with 10,000 chats and a million messages, compared with an
// account of one hundredth of that size in the same database: the pages that PostgreSQL reads. Every statement must use
// indexes only.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import pg from 'pg'
import type { Bench } from './bench.ts'
import { type Cost, costOf, EXPLAIN_SETTINGS, signIn, type WorkspaceRequest } from './page-costs.ts'
import { plansIn } from './plans.ts'

/** growth: of all requests together; buffers: for any request. */
const BOUNDS = { growth: 1.3, buffers: 1_000 }
const TABLES = ['chat', 'message', 'reaction', 'message_purpose', 'channel', 'integration_module']
/** Scans of these are small and whole on purpose: an account has few channels and modules. */
const WHOLE = /^Seq Scan on (channel|integration_module)$/
const STATES = ['open', 'snoozed', 'closed']

type Sizes = { chats: number; messages: number }

/**
 * The first hundred chats mix all states, managers, unread messages and waits. The rest of a larger account is read and
 * has other managers, half of it open: what one person has to do stays the same, and every list that is not found by an
 * index of its own would read through all of it.
 */
const CHATS = `
  with module as (
    insert into integration_module (account_id, code, integration_code, name, signing_secret, active)
    values ($1, 'bulk-messenger', 'bulk-messenger', 'The messenger of the bulk chats', '', true) returning id),
  line as (insert into channel (account_id, module_id, type) select $1, id, 'custom' from module returning id),
  users as (select array_agg(id order by id) as ids from app_user where account_id = $1)
  insert into chat (account_id, channel_id, external_user_id, first_name, last_name, manager_id, state, snoozed_until,
      unread, active_at, waiting_since)
    select $1, line.id, 'visitor-' || n, 'Visitor', n::text,
      case when n >= 100 then users.ids[2 + n % 3] when n % 4 > 0 then users.ids[1 + (n / 4) % 4] end,
      case when n >= 100 then (array['open', 'closed'])[1 + n % 2]
        when n < 50 then 'open' when n < 60 then 'snoozed' else 'closed' end,
      case when n between 50 and 59 then now() + interval '1 day' end,
      case when n < 100 and (n % 3 = 0 or n = 52) then 1 else 0 end,
      now() - (n::bigint * 7919 % $2) * interval '1 minute',
      case when n < 60 and n % 3 = 0 then now() - n * interval '1 minute' end
    from generate_series(0, $2::int - 1) as n, line, users`

/** The first chat has a hundredth of all messages; the others share the rest, written in turn, as it happens. */
const MESSAGES = `
  with chats as (select array_agg(id order by id) as ids, min(channel_id) as channel_id from chat where account_id = $1)
  insert into message (account_id, chat_id, channel_id, external_id, originator, type, content, status, created_at, read_at)
    select $1, ids[case when n % 100 = 0 then 1 else 2 + n % (array_length(ids, 1) - 1) end], channel_id, 'm-' || n,
      case when n % 2 = 0 then 'customer' else 'channel' end, 'text',
      'Hello, is the order on its way, and when will it be here? ' || n, 'received',
      now() - ($2::int - n) * interval '1 second', now()
    from generate_series(0, $2::int - 1) as n, chats`

const LAST = `
  update chat set last_message_id = last.id
  from (select chat_id, max(id) as id from message where account_id = $1 group by chat_id) as last
  where chat.account_id = $1 and chat.id = last.chat_id`

const REACTIONS = `
  insert into reaction (account_id, message_id, emoji, emoji_key)
    select account_id, id, '👍', '👍' from message where account_id = $1 and id % 20 = 0`

const PURPOSES = `
  insert into message_purpose (account_id, message_id, kind)
    select account_id, id, 'proposal' from message where account_id = $1 and id % 50 = 1`

const seed = async (installation: Installation, admin: pg.Client, name: string, { chats, messages }: Sizes) => {
  await installation.seed(`--name=${name}`, '--customers=1')
  const host = `${name.toLowerCase()}.test`
  const { rows } = await admin.query('select account_id from account_host where host = $1', [host])
  const accountId = Number(rows[0].account_id)
  await admin.query(CHATS, [accountId, chats])
  await admin.query(MESSAGES, [accountId, messages])
  for (const statement of [LAST, REACTIONS, PURPOSES]) await admin.query(statement, [accountId])
  return host
}

type Page = { chats: { id: number }[] }
type Talk = { messages: { id: number }[]; earlier?: string; later?: string }

const read = async <T>(http: HttpClient, path: string, query: Record<string, string> = {}): Promise<T> => {
  const reply = await http.get(path, query)
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body as T
}

/** The cursor of the list so many minutes ago: chats were active every minute. */
const cursorAgo = (minutes: number): string => `${(Date.now() - minutes * 60_000) * 1000}.1`

/** The requests of a manager who works through chats: each list, its next page, and the longest conversation. */
const requestsOf = async (http: HttpClient): Promise<[what: string, request: WorkspaceRequest][]> => {
  const path = '/workspace/chats'
  const assignees = { everyone: {}, mine: { mine: '1' }, unassigned: { unassigned: '1' } }
  const lists = STATES.flatMap((state) =>
    Object.entries(assignees).flatMap(([who, assignee]) =>
      [{}, { unread: '1' }].map((unread): [string, WorkspaceRequest] => [
        [state, who, ...Object.keys(unread)].join(', '),
        { path, query: { state, ...assignee, ...unread } },
      ]),
    ),
  )
  // The chat with the most messages was created first.
  const newest = await read<Page>(http, path, { state: 'open' })
  const longest = `${path}/${Math.min(...newest.chats.map(({ id }) => id))}`
  const latest = await read<Talk>(http, longest)
  const earlier = await read<Talk>(http, longest, { before: latest.earlier ?? '' })
  const [found] = earlier.messages
  return [
    ...lists,
    ['older chats', { path, query: { before: cursorAgo(10) } }],
    ['newer chats', { path, query: { after: cursorAgo(40) } }],
    ['waiting chats', { path: `${path}/waiting`, query: {} }],
    ['a conversation', { path: longest, query: {} }],
    ['its earlier messages', { path: longest, query: { before: latest.earlier ?? '' } }],
    ['its later messages', { path: longest, query: { after: earlier.later ?? '' } }],
    ['around a found message', { path: longest, query: { around: String(found?.id) } }],
  ]
}

/** As if both had found as many rows. */
const scaled = ({ big, small }: { big: Cost; small: Cost }): number =>
  big.found > 0 && small.found > 0 ? (big.buffers * small.found) / big.found : big.buffers

const rounded = (value: number): number => Math.round(value * 100) / 100

export const chatLists: Bench = async (size) => {
  const sizes = { chats: size('chats', 10_000), messages: size('messages', 1_000_000) }
  const installation = await startInstallation({ LOG_LEVEL: 'error' }, { settings: EXPLAIN_SETTINGS })
  const admin = new pg.Client({
    connectionString: installation.adminUrl,
    // The generated rows are valid, so constraint checks and triggers are off.
    options: '-c session_replication_role=replica',
  })
  try {
    await admin.connect()
    const bigHost = await seed(installation, admin, 'Big', sizes)
    const part = { chats: Math.ceil(sizes.chats / 100), messages: Math.ceil(sizes.messages / 100) }
    const smallHost = await seed(installation, admin, 'Small', part)
    await installation.analyzeTables()
    await admin.query('alter role patchbay set auto_explain.log_min_duration = 0')
    const server = await installation.startServer()
    const [big, small] = [await signIn(admin, server, bigHost), await signIn(admin, server, smallHost)]
    const [ofBig, ofSmall] = [await requestsOf(big), new Map(await requestsOf(small))]
    const costs: Record<string, { big: Cost; small: Cost }> = {}
    for (const [what, request] of ofBig) {
      const own = ofSmall.get(what)
      if (!own) continue
      costs[what] = { big: await costOf(installation, big, request), small: await costOf(installation, small, own) }
    }
    const all = Object.values(costs)
    const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
    const growth = rounded(sum(scaled) / sum((one) => one.small.buffers))
    const most = Math.max(...all.map((one) => one.big.buffers))
    const log = await installation.postgres.log()
    const scans = [...new Set(TABLES.flatMap((table) => plansIn(log, table).scans))]
      .filter((scan) => TABLES.some((table) => scan.endsWith(` on ${table}`)))
      .sort()
    const wrong = Object.entries(costs).filter(([what, one]) => one.big.found === 0 && what !== 'waiting chats').length
    const broken = [
      growth > BOUNDS.growth && `the lists read ${growth} times as many pages; ${BOUNDS.growth} is the bound`,
      most > BOUNDS.buffers && `a list reads ${most} pages; ${BOUNDS.buffers} is the bound`,
      wrong > 0 && `${wrong} lists are empty`,
      scans.length === 0 && 'no plan was logged',
      scans.some((scan) => !/^(Index|Bitmap)/.test(scan) && !WHOLE.test(scan)) &&
        `not only index scans: ${scans.join(', ')}`,
    ].filter((bound) => typeof bound === 'string')
    return { figures: { growth, wrong }, details: { ...sizes, most, scans, costs }, broken }
  } finally {
    await admin.end()
    await installation.close()
  }
}
