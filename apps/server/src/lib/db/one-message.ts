import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { keepsStatements, send, statementName } from './connection.ts'

// A whole transaction of an account as one message to PostgreSQL and one response. Only this file writes messages of
// pg's protocol itself; pg has no public way to send several statements with one Sync.

/** Refuses an account that is being moved to another cell, or was (docs/guides/scale.md). */
const CHECK_GATE =
  "(select cell.refuse_account(state) from cell.account_gate where account_id = $1::integer and state <> 'draining')"

/** Sets the account of a transaction and returns no row; prepared on every new connection that keeps statements. */
const SET_ACCOUNT = {
  durable: `select where set_config('app.account', $1, true) is null or ${CHECK_GATE}`,
  asyncCommit: `select where set_config('app.account', $1, true) is null or set_config('synchronous_commit', 'off', true) is null or ${CHECK_GATE}`,
}
export type CommitMode = keyof typeof SET_ACCOUNT

/** The same as text, for the packet with which a transaction begins. */
export const setAccountText = (client: pg.ClientBase, accountId: number): string => {
  if (!Number.isSafeInteger(accountId)) throw new Error(`not an account: ${accountId}`)
  const value = `'${accountId}'`
  return keepsStatements(client) ? `execute durable(${value})` : SET_ACCOUNT.durable.replaceAll('$1', value)
}

/** A statement with its values, as Kysely compiles it. */
export type Statement = { sql: string; parameters: readonly unknown[] }

type Protocol = {
  parse: (message: { name: string; text: string }) => void
  bind: (message: { statement: string; values: unknown[] }) => void
  describe: (message: { type: 'P'; name: string }) => void
  execute: () => void
  sync: () => void
}
type Named = { name: string; text: string; values: unknown[] }

const toNamed = (client: pg.ClientBase, { sql, parameters }: Statement): Named => ({
  name: statementName(client, sql) ?? '',
  text: sql,
  // Before the message is written: a value that cannot be converted must not leave half a message behind.
  values: parameters.map((value) => prepareValue(value)),
})

const sendMessage = (client: pg.ClientBase, config: pg.QueryConfig, write: (protocol: Protocol) => void) => {
  const query = new pg.Query({ ...config, queryMode: 'extended' } as pg.QueryConfig)
  return send(client, Object.assign(query, { prepare: write }))
}

const isPrepared = (client: pg.ClientBase, name: string): boolean =>
  (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection.parsedStatements[
    name
  ] !== undefined

/** In a message of its own: after a failed message it is unknown which of its statements were prepared. */
const prepare = async (client: pg.ClientBase, { name, text }: Omit<Named, 'values'>): Promise<void> => {
  await sendMessage(client, { name, text }, (protocol) => {
    protocol.parse({ name, text })
    protocol.sync()
  })
}

export const prepareSetAccount = async (client: pg.ClientBase): Promise<void> => {
  if (!keepsStatements(client)) return
  await Promise.all(Object.entries(SET_ACCOUNT).map(([name, text]) => prepare(client, { name, text })))
}

/**
 * The statement that sets the account, then the others, then a single Sync: PostgreSQL runs everything before a Sync as
 * one transaction, so no BEGIN or COMMIT is sent, and it answers once. If one statement fails, none has an effect.
 */
export const queryInAccount = async (
  client: pg.ClientBase,
  accountId: number,
  statements: readonly Statement[],
  mode: CommitMode,
): Promise<unknown[][]> => {
  const all = statements.map((statement) => toNamed(client, statement))
  for (const one of all) if (one.name !== '' && !isPrepared(client, one.name)) await prepare(client, one)
  const answer = await sendMessage(client, { text: '' }, (protocol) => {
    const set = keepsStatements(client) ? mode : ''
    if (set === '') protocol.parse({ name: '', text: SET_ACCOUNT[mode] })
    protocol.bind({ statement: set, values: [String(accountId)] })
    protocol.execute()
    for (const { name, text, values } of all) {
      if (name === '') protocol.parse({ name, text })
      protocol.bind({ statement: name, values })
      protocol.describe({ type: 'P', name: '' })
      protocol.execute()
    }
    protocol.sync()
  })
  const [, ...answers] = answer as { rows: unknown[] }[]
  return answers.map(({ rows }) => rows)
}
