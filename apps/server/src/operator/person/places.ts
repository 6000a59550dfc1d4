import { OPEN_OPERATION_STATES } from '@patchbay/contract/payments/statuses'

// D-137: where the data of a person is, and what becomes of it. The temporary tables p_customer, p_order, … hold the person's
// rows (find.ts). A test compares this list with the catalog: a table with text that is in neither list fails it.

export type Place = {
  table: string
  /** Which rows are about the person, as `t`. */
  where: string
  /** For a change: which of them still need it. */
  unchanged?: string
  /** What is set; rows are deleted where it is absent. */
  set?: string
  /** What remains of the row, and why. */
  kept?: string
  /** The rows by which the person is found: they go last and together, so that a broken run can be repeated. */
  last?: true
}

const OF_CALL = 't.call_id in (select id from p_call)'
const OF_CHAT = 't.chat_id in (select id from p_chat)'
const OF_ORDER = 't.order_id in (select id from p_order)'
const OF_CUSTOMER = 't.customer_id in (select id from p_customer)'
const OF_INVOICE = 't.invoice_id in (select id from p_invoice)'
const MONEY = 'evidence of money: law on accounting'
const OPEN_STATES = OPEN_OPERATION_STATES.map((state) => `'${state}'`).join(', ')

/** The person's pattern in a text, or a word of it that is the id of one of their calls, messages, chats or invoices. */
const mentions = (text: string): string =>
  `(${text} ~* (select person from p_pattern) or exists (
     select from regexp_split_to_table(${text}, '[^A-Za-z0-9_-]+') as w (word) join p_trace on p_trace.term = w.word))`

const TRAFFIC_TEXT = `concat_ws(' ', t.url, t.request, t.answer, t.about, t.sent::text, t.received::text, t.result::text, t.purpose::text)`

const ERASED = '[erased]'

export const PLACES: readonly Place[] = [
  { table: 'message_token', where: 't.message_id in (select id from p_message)' },
  { table: 'call_token', where: OF_CALL },
  {
    table: 'search_token',
    where: `(t.entity = 'c' and t.entity_id in (select id from p_customer))
      or (t.entity = 'o' and t.kind <> 'n' and t.entity_id in (select id from p_order))`,
  },
  { table: 'call_event', where: OF_CALL },
  { table: 'call_transcript', where: OF_CALL },
  { table: 'call_press', where: 't.phone ~* (select person from p_pattern)' },
  { table: 'routing_decision', where: `${OF_CALL} or ${OF_CHAT}` },
  { table: 'reaction', where: 't.user_id is null and t.message_id in (select id from p_message)' },
  { table: 'webhook_due', where: OF_CHAT },
  {
    table: 'webhook_attempt',
    where: `t.webhook_id in (select id from webhook w where w.account_id = t.account_id and w.chat_id in (select id from p_chat))`,
  },
  { table: 'webhook', where: OF_CHAT },
  {
    table: 'message_purpose',
    where: 't.message_id in (select id from p_message) or t.task_id in (select id from p_task)',
  },
  { table: 'timeline', where: `${OF_CUSTOMER} or ${OF_ORDER}` },
  {
    table: 'history_change',
    where: `(t.subject = 'customer' and t.subject_id in (select id from p_customer))
      or (t.subject = 'order' and t.subject_id in (select id from p_order))`,
  },
  {
    table: 'customer_merge',
    where: 't.kept_id in (select id from p_customer) or t.merged_id in (select id from p_customer)',
  },
  {
    table: 'notification',
    where: `${mentions('t.content::text')} or t.content ->> 'chatId' in (select id::text from p_chat)
      or t.content ->> 'callId' in (select id::text from p_call) or t.content ->> 'taskId' in (select id::text from p_task)
      or t.content ->> 'orderId' in (select id::text from p_order)`,
  },
  {
    table: 'csv_import_row',
    where: `${OF_CUSTOMER} or t.cells::text ~* (select person from p_pattern) or t.entity_id in (
        select id from p_customer where (select kind from csv_import i where i.account_id = t.account_id and i.id = t.import_id) = 'customers'
        union all
        select id from p_order where (select kind from csv_import i where i.account_id = t.account_id and i.id = t.import_id) = 'orders')`,
    unchanged: `t.cells <> '[]'`,
    set: `cells = '[]', match_key = null, problems = '[]', before = null, after = null, customer_id = null`,
    kept: 'that a row was imported, without its cells',
  },
  {
    table: 'traffic',
    where: mentions(TRAFFIC_TEXT),
    unchanged: `t.request is distinct from '${ERASED}'`,
    set: `url = case when url ~* (select person from p_pattern) then '${ERASED}' else regexp_replace(url, '[?#].*$', '') end, request = '${ERASED}', answer = null, about = null, sent = null,
      received = null, result = null, purpose = null`,
    kept: 'that a request was made: method, path, status and time',
  },
  {
    table: 'action_log',
    where: `${mentions(`concat_ws(' ', t.subject, t.detail::text)`)} or t.subject in (select 'call ' || id from p_call)`,
    unchanged: `t.subject <> '${ERASED}'`,
    set: `subject = '${ERASED}', detail = '{}'`,
    kept: 'who did what and when: the record of the users',
  },
  { table: 'task', where: 't.id in (select id from p_task)' },
  { table: 'customer_note', where: OF_CUSTOMER },
  { table: 'customer_address', where: OF_CUSTOMER },
  { table: 'attachment_link', where: `${OF_CUSTOMER} or ${OF_ORDER}` },
  { table: 'attachment', where: 't.id in (select id from p_attachment)' },
  { table: 'file', where: 't.id in (select id from p_file)' },
  {
    table: 'order_delivery',
    where: OF_ORDER,
    unchanged: `t.address <> '{}' or t.time <> '{}'`,
    set: `address = '{}', time = '{}'`,
    kept: `type and cost of the delivery; ${MONEY}`,
  },
  {
    table: 'order_payment',
    where: OF_ORDER,
    unchanged: `t.comment <> ''`,
    set: `comment = ''`,
    kept: `amounts; ${MONEY}`,
  },
  {
    table: 'invoice_refund',
    where: OF_INVOICE,
    unchanged: `t.comment <> ''`,
    set: `comment = ''`,
    kept: `amounts; ${MONEY}`,
  },
  {
    table: 'payment_operation',
    where: OF_INVOICE,
    unchanged: `coalesce(t.sent_text, t.answer_text, t.error_msg, t.resolution) is not null
      and t.state not in (${OPEN_STATES})`,
    set: 'sent_text = null, answer_text = null, error_msg = null, resolution = null',
    kept: `kind, amount, outcome and times; ${MONEY}. An operation whose outcome is open keeps what was sent until it is closed`,
  },
  {
    table: 'invoice_inbox',
    where: OF_INVOICE,
    unchanged: 't.report <> pg_temp.money_of(t.report)',
    set: 'report = pg_temp.money_of(report)',
    kept: `statuses, amounts and times that the module reported; ${MONEY}`,
  },
  {
    table: 'invoice_check',
    where: OF_INVOICE,
    unchanged: `t.given <> '${ERASED}'`,
    set: `given = '${ERASED}'`,
    kept: `that a payment was checked, and when; ${MONEY}`,
  },
  {
    table: 'discrepancy',
    where: OF_INVOICE,
    unchanged: 't.detail <> pg_temp.money_of(t.detail) or t.resolution is not null',
    set: 'detail = pg_temp.money_of(detail), resolution = null',
    kept: `statuses and amounts; ${MONEY}`,
  },
  {
    table: 'message',
    where: 't.id in (select id from p_message)',
    unchanged: `t.content <> '' or t.detail <> '{}' or t.external_id is not null`,
    set: `content = '', detail = '{}', error_message = null, external_id = null, quote_id = null, deleted_at = coalesce(deleted_at, now())`,
    kept: 'that a message was there: direction, user, time',
  },
  {
    table: 'call',
    where: 't.id in (select id from p_call)',
    set: `phone = (select alias from p_pattern), phone_key = (select alias from p_pattern), customer_id = null, external_id = null,
      content_key = null, note = '', record_url = null, record_type = null, legs = '[]', source = null, card = null`,
    kept: 'that a call was made: direction, user, time and duration, for the reports',
    last: true,
  },
  {
    table: 'chat',
    where: 't.id in (select id from p_chat)',
    set: `external_user_id = 'erased-' || t.id, external_chat_id = '', nickname = '', first_name = '', last_name = '',
      avatar_url = null, client = '{}', customer_id = null, last_reaction = null`,
    kept: 'that a conversation took place: channel, user, times, for the reports',
    last: true,
  },
  {
    table: 'invoice',
    where: 't.id in (select id from p_invoice)',
    set: `email = '', phone = '', return_url = null, error_msg = null, cancellation_details = null`,
    kept: `number, amounts, status and times; ${MONEY}`,
    last: true,
  },
  {
    table: 'customer_order',
    where: 't.id in (select id from p_order)',
    set: `first_name = '', last_name = '', patronymic = '', phone = '', email = '', customer_comment = '', manager_comment = ''`,
    kept: `number, items, totals, status and times, without the person; ${MONEY}`,
    last: true,
  },
  { table: 'customer_phone', where: OF_CUSTOMER, last: true },
  { table: 'customer_email', where: OF_CUSTOMER, last: true },
  {
    table: 'customer',
    where: `t.id in (select id from p_customer) and not exists (
      select from customer_order o where o.account_id = t.account_id and o.customer_id = t.id)`,
    last: true,
  },
  {
    table: 'customer',
    where: 't.id in (select id from p_customer)',
    set: `first_name = '', last_name = '', patronymic = '', external_id = null`,
    kept: 'an empty record to which the kept orders belong',
    last: true,
  },
  {
    // The change of a call says under which number its day is to be counted again.
    table: 'statistics_change',
    where: 't.subject_key ~* (select person from p_pattern)',
    set: 'subject_key = (select alias from p_pattern)',
    kept: 'which days of the reports are to be computed again',
    last: true,
  },
]

/** Tables with text in which nothing is erased, and why. What is found there is reported. */
export const UNTOUCHED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['account', 'account_host', 'account_closing', 'shop', 'order_status', 'payment_status', 'payment_type'],
      ...['delivery_type', 'invoice_status_mapping', 'payment_letter', 'payment_shop', 'channel', 'channel_routing'],
      ...['message_template', 'canned_reply', 'working_hours', 'integration_module', 'external_phone', 'extension'],
      ...['csv_import_heading', 'user_group', 'single_sign_on', 'webhook_endpoint', 'notification_settings', 'api_key'],
      ...['retention'],
    ].map((table) => [table, 'settings of the account, not about its customers']),
  ),
  ...Object.fromEntries(
    ['app_user', 'session', 'push_subscription', 'push_key'].map((table) => [
      table,
      'users of the workspace are not customers: deactivate them with patchbay user deactivate',
    ]),
  ),
  ...Object.fromEntries(
    [
      'call_statistics',
      'call_statistics_week',
      'payment_statistics',
      'chat_statistics',
      'order_count',
      'traffic_day',
    ].map((table) => [table, 'counts without persons']),
  ),
  ...Object.fromEntries(
    ['call_card', 'chat_assignment', 'history_position', 'lane', 'clean_up_run', 'search_fill'].map((table) => [
      table,
      'ids and states only',
    ]),
  ),
  ...Object.fromEntries(
    ['payment_day', 'payment_day_entry', 'payment_day_closing', 'statement_line'].map((table) => [
      table,
      `ids, amounts and times of payments, compared with the provider's; ${MONEY}`,
    ]),
  ),
  order_item: `names and prices of goods; ${MONEY}`,
  order_payment_state: `paid or not; ${MONEY}`,
  invoice_history: `statuses, times and the user who changed them; ${MONEY}`,
  idempotent_request: 'sealed answers to repeated requests, deleted after a day',
  csv_import: 'the name of an uploaded file; the file itself is deleted where the person is in it',
  list_export: 'all exports of lists are deleted: they can be made again',
}
