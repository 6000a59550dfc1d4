import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { SetupFacts } from './rules.ts'

type Row = Record<'telephony' | 'payments' | 'chats', string | null> &
  Record<'telephonyKey' | 'paymentKey' | 'transportKey', boolean> & { done: SetupFacts['done'] }

const moduleOf = (kind: string) =>
  sql`(select code from integration_module where removed_at is null and integrations ? ${kind} order by id limit 1)`

/**
 * Whether there is one in the account. The first in the order of an index, and not `exists`: for that PostgreSQL reads the
 * table from its start, through the rows of all other accounts where this one has none.
 */
const has = (rows: RawBuilder<unknown>) => sql`((select true from ${rows} limit 1) is not null)`

const hasKey = (condition: RawBuilder<unknown>) =>
  has(sql`api_key where (expires_at is null or expires_at > now()) and ${condition} order by id`)

const DONE: Record<keyof SetupFacts['done'], RawBuilder<unknown>> = {
  extensions: has(sql`extension order by user_id`),
  'external-numbers': has(sql`external_phone order by module_id, place`),
  'first-call': has(sql`call where module_id is not null order by started_at`),
  'payment-shops': has(sql`payment_shop where active and removed_at is null order by id`),
  'payment-type': has(sql`payment_type where shop_id is not null order by shop_id`),
  'first-invoice': has(sql`invoice where status is not null order by payment_id`),
  'first-payment': has(sql`invoice where paid_at is not null order by paid_at`),
  channel: has(sql`channel where active order by id`),
  // A chat begins with its first message.
  'first-message': has(sql`chat order by id`),
}

const done = sql.join(Object.entries(DONE).map(([code, isDone]) => sql`${sql.lit(code)}, ${isDone}`))

export const getSetupFacts = async (db: Db): Promise<SetupFacts> => {
  const { rows } = await sql<Row>`
    select ${moduleOf('telephony')} as telephony, ${moduleOf('payment')} as payments, ${moduleOf('mgTransport')} as chats,
      ${hasKey(sql`'telephony_write' = any(scopes)`)} as "telephonyKey",
      ${hasKey(sql`'payments_write' = any(scopes)`)} as "paymentKey",
      ${hasKey(sql`'integration_write' = any(scopes)
        and (several_modules or not scopes && array['telephony_write', 'payments_write'])`)} as "transportKey",
      jsonb_build_object(${done}) as done`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table returns one row')
  const { telephony, payments, chats, telephonyKey, paymentKey, transportKey } = row
  return {
    modules: { telephony, payments, chats },
    keys: { telephony: telephonyKey, payments: paymentKey, chats: transportKey },
    done: row.done,
  }
}
