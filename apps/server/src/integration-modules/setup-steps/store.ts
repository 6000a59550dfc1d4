import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { SetupFacts } from './rules.ts'

type Row = Record<'telephony' | 'payments' | 'chats', string | null> &
  Record<'telephonyKey' | 'paymentKey' | 'transportKey', boolean> & { done: SetupFacts['done'] }

const moduleOf = (kind: string) =>
  sql`(select code from integration_module where removed_at is null and integrations ? ${kind} order by id limit 1)`

const hasKey = (condition: ReturnType<typeof sql>) =>
  sql`exists (select from api_key where (expires_at is null or expires_at > now()) and ${condition})`

/** Each question stops at the first row that answers it. */
export const getSetupFacts = async (db: Db): Promise<SetupFacts> => {
  const { rows } = await sql<Row>`
    select ${moduleOf('telephony')} as telephony, ${moduleOf('payment')} as payments, ${moduleOf('mgTransport')} as chats,
      ${hasKey(sql`'telephony_write' = any(scopes)`)} as "telephonyKey",
      ${hasKey(sql`'payments_write' = any(scopes)`)} as "paymentKey",
      ${hasKey(sql`'integration_write' = any(scopes)
        and (several_modules or not scopes && array['telephony_write', 'payments_write'])`)} as "transportKey",
      jsonb_build_object(
        'extensions', exists (select from extension),
        'external-numbers', exists (select from external_phone),
        'first-call', exists (select from call),
        'payment-shops', exists (select from payment_shop where active and removed_at is null),
        'payment-type', exists (select from payment_type where shop_id is not null),
        'first-invoice', exists (select from invoice where status is not null),
        'first-payment', exists (select from invoice where paid_at is not null),
        'channel', exists (select from channel where active),
        'first-message', exists (select from message)) as done`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table returns one row')
  const { telephony, payments, chats, telephonyKey, paymentKey, transportKey, done } = row
  return {
    modules: { telephony, payments, chats },
    keys: { telephony: telephonyKey, payments: paymentKey, chats: transportKey },
    done,
  }
}
