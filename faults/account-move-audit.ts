// What became of the writes and webhooks of an account that was moved between two cells.
import type { Installation, ServerChild } from '@patchbay/testkit/installation'
import type pg from 'pg'
import { auditReactions, type ReactionJournal } from './reaction-journal.ts'
import type { Transport } from './webhook-transport.ts'

export const MOVED_HOST = 'moved.test'

export type Side = { name: 'a' | 'b'; installation: Installation; server: ServerChild; admin: pg.Pool }

export type Journal = {
  requested: Set<string>
  acknowledged: Map<string, number>
  refused: number
  /** The longest time between two acknowledged writes of one driver. */
  gaps: number[]
  /** Reactions are writes too, and each is one webhook. `before`: no move is under way. */
  writes: { before: number; during: number }
  reactions: { before: number; during: number; refused: number }
  changes: ReactionJournal
  neighbourMs: { before: number[]; during: number[] }
  /** Answers after which a request was repeated, and requests that were answered wrongly or never. */
  neighbour: { refused: number; unserved: number }
  /** PostgreSQL of the target is stopped: what its other accounts wait for then is not the move. */
  isTargetDead: boolean
}

/** In which cell the account is open; both, or none, is an error. */
export const ownersOf = async (sides: readonly Side[]): Promise<Side[]> => {
  const owners: Side[] = []
  for (const side of sides) {
    const { rowCount } = await side.admin.query(
      `select from account_host where host = $1 and not exists (select from cell.account_gate g where g.account_id = account_host.account_id)`,
      [MOVED_HOST],
    )
    if (rowCount) owners.push(side)
  }
  return owners
}

export const auditMessages = async (owner: Side, journal: Journal) => {
  const { rows } = await owner.admin.query<{ external_id: string; chat: string; id: string }>(
    `select external_id, chat_id::text as chat, id::text from message where external_id ~ '^[0-9]+/' order by message.id`,
  )
  const counts = Map.groupBy(rows, ({ external_id }) => external_id)
  let outOfOrder = 0
  for (const chat of Map.groupBy(rows, ({ chat }) => chat).values()) {
    const numbers = chat.map(({ external_id }) => Number(external_id.split('/')[1]))
    outOfOrder += numbers.filter((number, place) => place > 0 && number <= (numbers[place - 1] ?? -1)).length
  }
  return {
    lost: [...journal.acknowledged.keys()].filter((id) => !counts.has(id)).length,
    doubled: [...counts.values()].filter((found) => found.length > 1).length,
    phantom: [...counts.keys()].filter((id) => !journal.requested.has(id)).length,
    outOfOrder,
  }
}

export const auditWebhooks = async (owner: Side, transport: Transport) => {
  const { rows } = await owner.admin.query<{ event_id: string }>('select event_id from webhook')
  const gaps = await owner.admin.query<{ count: number }>(
    'select count(*)::int as count from chat where sequence <> (select count(*) from webhook where webhook.chat_id = chat.id)',
  )
  const effects = transport.effects()
  const taken = new Set(effects.map(({ id }) => id))
  const known = new Set(rows.map(({ event_id }) => event_id))
  let outOfOrder = 0
  for (const chat of Map.groupBy(effects, ({ chat }) => chat).values())
    outOfOrder += chat.filter(
      (effect, place) => place > 0 && effect.sequence <= (chat[place - 1]?.sequence ?? 0),
    ).length
  return {
    events: rows.length,
    lost: rows.filter(({ event_id }) => !taken.has(event_id)).length + (gaps.rows[0]?.count ?? 0),
    doubled: taken.size - new Set(effects.map(({ chat, sequence }) => `${chat}/${sequence}`)).size,
    phantom: [...taken].filter((id) => !known.has(id)).length,
    outOfOrder,
  }
}

/** The reactions that clients know of, against the webhooks and against the table. */
export const auditChanges = async (owner: Side, { changes }: Journal, transport: Transport) => {
  const effects = transport.effects().toSorted((one, other) => one.sequence - other.sequence)
  const expected = new Map(effects.map(({ message, all }) => [message, all]))
  const { rows } = await owner.admin.query<{ external_id: string; held: string[] }>(
    `select external_id, array(
       select emoji from reaction where reaction.account_id = message.account_id and message_id = message.id order by id
     ) as held from message where external_id = any($1)`,
    [[...changes.keys()]],
  )
  const stored = new Map(rows.map(({ external_id, held }) => [external_id, held]))
  const differ = [...changes.keys()].filter((id) => `${expected.get(id) ?? []}` !== `${stored.get(id) ?? []}`).length
  return { ...auditReactions(changes, effects), differ }
}

/** What the cell that gave the account away still has, and what neither account should see. */
export const countForeign = async (sides: readonly Side[], owner: Side, accountId: number): Promise<number> => {
  const [former] = sides.filter((side) => side !== owner)
  const left = await former?.admin.query('select count(*)::int as count from message where account_id = $1', [
    accountId,
  ])
  const mixed = await owner.admin.query(
    `select count(*)::int as count from message where external_id ~ '^[0-9]+/' and account_id <> $1`,
    [accountId],
  )
  return (left?.rows[0].count ?? 0) + mixed.rows[0].count
}
