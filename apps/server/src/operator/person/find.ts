import type pg from 'pg'
import { phoneKey } from '../../lib/text/phone.ts'
import { emailKey } from '../../platform/users/rules.ts'
import { type Identity, namePatterns, patternOf } from './patterns.ts'

// Finds the rows of a person, in temporary tables of this connection: everything hangs on customers, and on the phone or
// email itself where nobody made a customer of it.

export type Found = {
  customers: number
  orders: number
  calls: number
  chats: number
  messages: number
  invoices: number
  tasks: number
  files: number
  identity: Identity
  pattern: string
}

const TABLES = `
  create temporary table p_customer (id bigint primary key);
  create temporary table p_order (id bigint primary key);
  create temporary table p_call (id bigint primary key);
  create temporary table p_chat (id bigint primary key);
  create temporary table p_message (id bigint primary key);
  create temporary table p_task (id bigint primary key);
  create temporary table p_attachment (id bigint primary key);
  create temporary table p_invoice (id uuid primary key);
  create temporary table p_file (id uuid primary key);
  create temporary table p_trace (term text primary key);
  create temporary table p_pattern (person text, alias text);
  create function pg_temp.money_of(value jsonb) returns jsonb language sql immutable as $$
    select case jsonb_typeof(value)
      when 'object' then coalesce((
        select jsonb_object_agg(key, case when jsonb_typeof(v) in ('object', 'array') then pg_temp.money_of(v)
          when jsonb_typeof(v) <> 'string' or key in ('invoiceUuid', 'paymentId', 'id', 'status', 'amount', 'currency',
            'discountAmount', 'paidAt', 'expiredAt', 'from', 'to', 'reported', 'expected', 'kind') then v
          else '"${'[erased]'}"'::jsonb end) from jsonb_each(value) as e (key, v)), '{}')
      when 'array' then coalesce((select jsonb_agg(pg_temp.money_of(v)) from jsonb_array_elements(value) as a (v)), '[]')
      else value end
  $$`

const read = async <Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[]) =>
  (await client.query<Row>(text, values)).rows

/** Customers with this phone or email, and those that were merged into them. */
const findCustomers = (client: pg.Client, accountId: number, key: string, email: string) =>
  client.query(
    `insert into p_customer
     with recursive own as (
       select customer_id as id from customer_phone where account_id = $1 and (e164 = $2 or given = $2)
       union select customer_id from customer_email where account_id = $1 and email_key = $3
       union select case when m.kept_id = own.id then m.merged_id else m.kept_id end
         from own join customer_merge m on m.account_id = $1 and m.undone_at is null and own.id in (m.kept_id, m.merged_id))
     select id from own`,
    [accountId, key, email],
  )

/** Everything the person is known by: phones, emails and names of their customers, orders and conversations. */
const readIdentity = async (client: pg.Client, accountId: number, given: Identity): Promise<Identity> => {
  const own = [accountId]
  const texts = async (sql: string) => (await read<{ text: string }>(client, sql, own)).map(({ text }) => text)
  const phones = await texts(
    `select distinct coalesce(e164, given) as text from customer_phone where account_id = $1 and customer_id in (select id from p_customer)`,
  )
  const emails = await texts(
    `select distinct email as text from customer_email where account_id = $1 and customer_id in (select id from p_customer)`,
  )
  const names = await read<{ first_name: string; last_name: string }>(
    client,
    `select first_name, last_name from customer where account_id = $1 and id in (select id from p_customer)
     union select first_name, last_name from customer_order where account_id = $1 and id in (select id from p_order)
     union select first_name, last_name from chat where account_id = $1 and id in (select id from p_chat)`,
    own,
  )
  return {
    phones: [...new Set([...given.phones, ...phones])],
    emails: [...new Set([...given.emails, ...emails])].filter((email) => email !== ''),
    names: [...new Set(names.flatMap((one) => namePatterns(one.first_name, one.last_name)))],
  }
}

const BELONGINGS = [
  `insert into p_order select id from customer_order where account_id = $1
     and (customer_id in (select id from p_customer) or phone ~* $2 or email ~* $2)`,
  `insert into p_chat select id from chat where account_id = $1
     and (customer_id in (select id from p_customer) or concat_ws(' ', external_user_id, client::text) ~* $2)`,
  `insert into p_call select id from call where account_id = $1 and (customer_id in (select id from p_customer) or phone ~* $2)`,
  `insert into p_message select id from message where account_id = $1 and $2 <> '' and chat_id in (select id from p_chat)`,
  `insert into p_invoice select id from invoice where account_id = $1
     and (customer_id in (select id from p_customer) or order_id in (select id from p_order) or email ~* $2 or phone ~* $2)`,
  `insert into p_task select id from task where account_id = $1
     and (customer_id in (select id from p_customer) or order_id in (select id from p_order)
       or chat_id in (select id from p_chat) or call_id in (select id from p_call)
       or concat_ws(' ', text, commentary, phone, data::text) ~* $2)`,
  `insert into p_attachment select a.id from attachment a where a.account_id = $1 and $2 <> ''
     and exists (select from attachment_link l where l.account_id = $1 and l.attachment_id = a.id
       and (l.customer_id in (select id from p_customer) or l.order_id in (select id from p_order)))
     and not exists (select from attachment_link l where l.account_id = $1 and l.attachment_id = a.id
       and not coalesce(l.customer_id in (select id from p_customer), false)
       and not coalesce(l.order_id in (select id from p_order), false))`,
  // Files in messages are named by their ids. One that is also somebody else's, or a canned reply's, is not the person's.
  `insert into p_file select f.id from file f where f.account_id = $1 and (concat_ws(' ', f.name, f.source_url) ~* $2
     or f.id in (select file_id from attachment where account_id = $1 and id in (select id from p_attachment))
     or f.id::text in (select w from message m, regexp_split_to_table(m.detail::text, '[^0-9a-f-]+') w
        where m.account_id = $1 and m.id in (select id from p_message) and length(w) = 36))
     and not exists (select from attachment a where a.account_id = $1 and a.file_id = f.id
       and a.id not in (select id from p_attachment))
     and not exists (select from message_file m where m.account_id = $1 and m.file_id = f.id
       and m.message_id not in (select id from p_message))
     and not exists (select from canned_reply r cross join lateral item_file_ids(r.items) named
       where r.account_id = $1 and named = f.id)`,
] as const

const TRACES = `insert into p_trace select distinct term from (
    select external_id from call where account_id = $1 and id in (select id from p_call)
    union all select external_id from message where account_id = $1 and id in (select id from p_message)
    union all select external_user_id from chat where account_id = $1 and id in (select id from p_chat)
    union all select external_chat_id from chat where account_id = $1 and id in (select id from p_chat)
    union all select external_id from customer where account_id = $1 and id in (select id from p_customer)
    union all select id::text from p_invoice union all select id::text from p_file
  ) t (term) where length(term) >= 6`

const countOf = async (client: pg.Client, table: string): Promise<number> =>
  (await read<{ n: number }>(client, `select count(*)::int as n from ${table}`, []))[0]?.n ?? 0

const addBelongings = async (client: pg.Client, accountId: number, pattern: string): Promise<void> => {
  for (const text of BELONGINGS) await client.query(`${text} on conflict do nothing`, [accountId, pattern])
}

export const findPerson = async (client: pg.Client, accountId: number, term: string, alias: string): Promise<Found> => {
  await client.query(TABLES)
  const [account] = await read<{ country: string }>(client, 'select country from account where id = $1', [accountId])
  const country = account?.country ?? ''
  const given = term.includes('@')
    ? { phones: [], emails: [term], names: [] }
    : { phones: [term], emails: [], names: [] }
  if (patternOf(given, country) === '(?!)')
    throw new Error(`${term} is neither an email address nor a whole phone number`)
  const key = term.includes('@') ? '' : phoneKey(term, country)
  await findCustomers(client, accountId, key, term.includes('@') ? emailKey(term) : '')
  // Twice: by what was given, then by what that led to.
  await addBelongings(client, accountId, patternOf(await readIdentity(client, accountId, given), country))
  const identity = await readIdentity(client, accountId, given)
  const pattern = patternOf(identity, country)
  await addBelongings(client, accountId, pattern)
  await client.query(TRACES, [accountId])
  await client.query('insert into p_pattern values ($1, $2)', [pattern, alias])
  const customers = await countOf(client, 'p_customer')
  const orders = await countOf(client, 'p_order')
  const calls = await countOf(client, 'p_call')
  const chats = await countOf(client, 'p_chat')
  const messages = await countOf(client, 'p_message')
  const invoices = await countOf(client, 'p_invoice')
  const tasks = await countOf(client, 'p_task')
  const files = await countOf(client, 'p_file')
  return { customers, orders, calls, chats, messages, invoices, tasks, files, identity, pattern }
}
