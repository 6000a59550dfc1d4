import { type Selectable, sql } from 'kysely'
import type { WebhookEndpoint } from '../../db.generated.ts'
import type { Db } from '../../lib/db/database.ts'
import { type Param, preparedStatement } from '../../lib/db/prepared-statement.ts'
import type { DisableCode } from './rules.ts'

// SQL of webhook_endpoint: the health of a transport's address.

export type EndpointHealth = {
  failures: number
  failingSince: Date | null
  circuitOpenUntil: Date | null
  disabledAt: Date | null
  disabledBecause: string | null
}

const COLUMNS = ['failures', 'failing_since', 'rest_until', 'disabled_at', 'disabled_because'] as const

type Row = { [Column in (typeof COLUMNS)[number]]: Selectable<WebhookEndpoint>[Column] | null }

/** One that never failed has no row. */
export const toHealth = (row: Row | undefined): EndpointHealth => ({
  failures: row?.failures ?? 0,
  failingSince: row?.failing_since ?? null,
  circuitOpenUntil: row?.rest_until ?? null,
  disabledAt: row?.disabled_at ?? null,
  disabledBecause: row?.disabled_because ?? null,
})

export const findHealth = async (db: Db, moduleId: number): Promise<EndpointHealth> =>
  toHealth(await db.selectFrom('webhook_endpoint').select(COLUMNS).where('module_id', '=', moduleId).executeTakeFirst())

/** For a transaction that is sent as one message. */
export const healthQuery = preparedStatement((db, param: Param<{ moduleId: string }>) =>
  db
    .selectFrom('webhook_endpoint')
    .select(COLUMNS)
    .where('module_id', '=', sql<number>`${param('moduleId')}`)
    .compile(),
)

/** One more failure in a row; from `circuit.from` on the circuit is open. */
export const countFailure = async (
  db: Db,
  moduleId: number,
  at: Date,
  circuit: { from: number; until: Date },
): Promise<EndpointHealth> => {
  await db
    .insertInto('webhook_endpoint')
    .values({ module_id: moduleId, failures: 1, failing_since: at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'module_id']).doUpdateSet({
        failures: sql`webhook_endpoint.failures + 1`,
        failing_since: sql`coalesce(webhook_endpoint.failing_since, ${at})`,
        rest_until: sql`case when webhook_endpoint.failures + 1 >= ${circuit.from} then ${circuit.until}::timestamptz end`,
      }),
    )
    .execute()
  return findHealth(db, moduleId)
}

/** True when the circuit was open. */
export const resetFailures = async (db: Db, moduleId: number, failuresToOpen: number): Promise<boolean> => {
  const before = await db
    .selectFrom('webhook_endpoint')
    .select('failures')
    .where('module_id', '=', moduleId)
    .forUpdate()
    .executeTakeFirst()
  await db
    .updateTable('webhook_endpoint')
    .set({ failures: 0, failing_since: null, rest_until: null })
    .where('module_id', '=', moduleId)
    .execute()
  return (before?.failures ?? 0) >= failuresToOpen
}

/** The circuit breaker lets one probe through; false when another worker has it. */
export const claimProbe = async (db: Db, moduleId: number, now: Date, until: Date): Promise<boolean> => {
  const row = await db
    .updateTable('webhook_endpoint')
    .set({ rest_until: until })
    .where('module_id', '=', moduleId)
    .where('rest_until', '<=', now)
    .returning('module_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The next probe may go now: an administrator asked for it. */
export const allowProbe = async (db: Db, moduleId: number, now: Date): Promise<void> => {
  await db
    .updateTable('webhook_endpoint')
    .set({ rest_until: now })
    .where('module_id', '=', moduleId)
    .where('rest_until', '>', now)
    .execute()
}

export const updateDisabled = async (db: Db, moduleId: number, because: DisableCode): Promise<boolean> => {
  const row = await db
    .insertInto('webhook_endpoint')
    .values({ module_id: moduleId, disabled_at: sql`now()`, disabled_because: because })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'module_id'])
        .doUpdateSet({ disabled_at: sql`now()`, disabled_because: because })
        .where('webhook_endpoint.disabled_at', 'is', null),
    )
    .returning('module_id')
    .executeTakeFirst()
  return row !== undefined
}

export const updateEnabled = async (db: Db, moduleId: number): Promise<void> => {
  await db
    .updateTable('webhook_endpoint')
    .set({ failures: 0, failing_since: null, rest_until: null, disabled_at: null, disabled_because: null })
    .where('module_id', '=', moduleId)
    .execute()
}
