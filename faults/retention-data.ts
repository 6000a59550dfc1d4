// Calls, conversations and a timeline of an account: most of them older than it will keep them (D-144), and what must stay.
import type pg from 'pg'

/** More than two batches of a clean-up job, which has 1,000 rows. */
export const OLD = 2_600
const NEW = 400
const SAID = 'refund please'

/** Row n of OLD + NEW: 200 to 100 days ago, then 20 days ago until today. The account keeps 30 days. */
const AT = `case when n <= ${OLD} then now() - interval '200 days' + n * interval '100 days' / ${OLD}
  else now() - interval '20 days' + (n - ${OLD}) * interval '19 days' / ${NEW} end`
const ROWS = `generate_series(1, ${OLD + NEW}) n`

const CALLS = `
  insert into call (logged_by, direction, phone, phone_key, state, result, started_at, ended_at, duration)
  select (select min(id) from app_user where account_id = current_account()), 'in', phone, phone, 'ended',
    case when n % 3 = 0 then 'no answer' else 'answered' end, at, at + interval '1 minute', 60
  from (select n, ${AT} as at, '+49151' || lpad((n % 97)::text, 8, '0') as phone from ${ROWS}) rows;
  insert into call_event (call_id, event, steps) select id, '{}', '[]' from call where account_id = current_account();
  insert into call_transcript (call_id, segments)
  select id, '[{"start": 0, "end": 1, "text": "${SAID}"}]' from call where account_id = current_account() and id % 5 = 0`

/** Of every ten conversations four are quiet, five go on, and one was reopened today without a message. */
const CHATS = `
  with m as (insert into integration_module (code, integration_code, name, signing_secret) values ('mg', 'mg', 'mg', '') returning id)
  insert into channel (module_id, type, settings) select id, 'telegram', '{}' from m;
  insert into chat (channel_id, external_user_id, active_at, created_at)
  select (select id from channel where account_id = current_account()), 'visitor-' || n,
    case when n % 10 < 4 then now() - interval '100 days' else now() end, now() - interval '200 days'
  from generate_series(0, 59) n;
  insert into message (chat_id, channel_id, originator, user_id, type, content, status, created_at)
  select c.id, c.channel_id, case when n % 2 = 0 then 'customer' else 'user' end,
    case when n % 2 = 1 then (select min(id) from app_user where account_id = current_account()) end, 'text', '${SAID}',
    case when n % 2 = 0 then 'received' else 'sent' end, ${AT}
  from ${ROWS} join chat c on c.account_id = current_account()
    and c.external_user_id = 'visitor-' || case when n <= ${OLD} then n % 60 else n % 6 * 10 + 5 end
  order by n;
  update chat set last_message_id = (select max(id) from message m where m.account_id = chat.account_id and m.chat_id = chat.id)
  where account_id = current_account();
  insert into reaction (message_id, emoji, emoji_key, created_at)
  select m.id, '👍', '👍', case when m.id % 2 = 0 and c.external_user_id like '%5' then now() else m.created_at end
  from message m join chat c on c.account_id = m.account_id and c.id = m.chat_id
  where m.account_id = current_account() and m.originator = 'user' and m.id % 7 = 0;
  insert into webhook (event_id, module_id, chat_id, sequence, message_id, type, body)
  select gen_random_uuid(), (select id from integration_module where account_id = current_account()), chat_id, id, id,
    'message_sent', '{}'
  from message where account_id = current_account() and id % 10 = 0`

const TIMELINE = `insert into timeline (at, kind, actor) select ${AT}, 'note', 'test' from ${ROWS}`

export const addOldRows = async (client: pg.Client, accountId: number): Promise<void> => {
  await client.query(`set app.account = '${accountId}'; ${CALLS}; ${CHATS}; ${TIMELINE}`)
  const words = [SAID.split(' '), accountId]
  await client.query(
    `insert into call_token (account_id, call_id, token)
     select account_id, call_id, token from call_transcript, unnest($1::text[]) token where account_id = $2`,
    words,
  )
  await client.query(
    `insert into message_token (account_id, message_id, token)
     select account_id, id, token from message, unnest($1::text[]) token where account_id = $2 on conflict do nothing`,
    words,
  )
}

const MESSAGE_STAYS = `(m.created_at >= now() - interval '30 days'
  or exists (select from reaction r where r.account_id = m.account_id and r.message_id = m.id and r.created_at >= now() - interval '30 days')
  or exists (select from chat c where c.account_id = m.account_id and c.last_message_id = m.id and c.active_at >= now() - interval '30 days'))`
const ofMessage = `exists (select from message m where m.account_id = t.account_id and m.id = t.message_id and ${MESSAGE_STAYS})`
const ofChat = `exists (select from message m where m.account_id = t.account_id and m.chat_id = t.chat_id and ${MESSAGE_STAYS})`
const ofCall = `exists (select from call c where c.account_id = t.account_id and c.id = t.call_id and c.started_at >= now() - interval '30 days')`

/** What stays, by table: what a row is known by, and which. By the text of D-144, not by the code. */
export const STAYS: Readonly<Record<string, { key: string; where: string }>> = {
  call: { key: 't.id', where: `t.started_at >= now() - interval '30 days'` },
  call_event: { key: 't.id', where: ofCall },
  call_transcript: { key: 't.call_id', where: ofCall },
  call_token: { key: `t.call_id || t.token`, where: ofCall },
  message: {
    key: 't.id',
    where: `exists (select from message m where m.account_id = t.account_id and m.id = t.id and ${MESSAGE_STAYS})`,
  },
  message_token: { key: `t.message_id || t.token`, where: ofMessage },
  reaction: { key: 't.id', where: ofMessage },
  webhook: { key: 't.id', where: ofMessage },
  chat: { key: 't.id', where: ofChat.replace('t.chat_id', 't.id') },
  chat_period: { key: 't.id', where: ofChat },
  timeline: { key: 't.id', where: `t.at >= now() - interval '30 days'` },
}
