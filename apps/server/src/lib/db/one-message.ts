import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { send, statementName } from './connection.ts'

// A whole transaction of an account as one message to PostgreSQL and one response. Only this file writes messages of
// pg's protocol itself; pg has no public way to send several statements with one Sync.

/** Sets the account of a transaction and returns no row; prepared on every new connection. */
const SET_ACCOUNT = {
  durable: "select where set_config('app.account', $1, true) is null",
  asyncCommit:
    "select where set_config('app.account', $1, true) is null or set_config('synchronous_commit', 'off', true) is null",
}
export type CommitMode = keyof typeof SET_ACCOUNT

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

const toNamed = ({ sql, parameters }: Statement): Named => ({
  name: statementName(sql) ?? '',
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
  const all = statements.map(toNamed)
  for (const one of all) if (one.name !== '' && !isPrepared(client, one.name)) await prepare(client, one)
  const answer = await sendMessage(client, { text: '' }, (protocol) => {
    protocol.bind({ statement: mode, values: [String(accountId)] })
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
