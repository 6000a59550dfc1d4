// An account with at least one row in every table: settings once, and for each person a row wherever the data of a person can
// be. Every text of a person holds a canary that names its place: `canary-<person>-<table>-<column>`.
import type pg from 'pg'

type Column = { name: string; type: string; nullable: boolean; generated: boolean; identity: boolean }
type Table = {
  name: string
  key: string[]
  columns: Column[]
  references: { columns: string[]; parent: string; parentColumns: string[] }[]
}

export type PlantedPerson = { name: string; phone: string; email: string }
export type Planted = { accountId: number; fileIds: Record<string, string> }

type Row = Record<string, unknown>

/** Columns that name a row of another table without a foreign key. */
const LINKS: Readonly<Record<string, string>> = {
  customer_id: 'customer',
  kept_id: 'customer',
  merged_id: 'customer',
  order_id: 'customer_order',
  call_id: 'call',
  chat_id: 'chat',
  message_id: 'message',
  webhook_id: 'webhook',
  invoice_id: 'invoice',
  payment_id: 'order_payment',
  task_id: 'task',
  inbox_id: 'invoice_inbox',
  file_id: 'file',
  entity_id: 'customer',
}

/** What a type does not say: values that a check allows, or that another column repeats. */
const GIVEN: Readonly<Record<string, Row>> = {
  account: {
    country: 'DE',
    timezone: 'Europe/Berlin',
    locale: 'en',
    currency: 'EUR',
    limits: {},
    service_level_seconds: 20,
  },
  app_user: { role: 'admin', status: 'free', status_source: 'user', language: 'en', active: true },
  shop: { country: 'DE', currency: 'EUR' },
  api_key: { scopes: ['integration_read'], sites: null, modules: [], granted_scopes: null },
  customer_order: { currency: 'EUR', total: '12.50', status: 'new' },
  order_status: { code: 'new' },
  payment_status: { code: 'paid' },
  payment_type: { code: 'card', sites: null },
  delivery_type: { code: 'post' },
  order_payment: { type: 'card', status: 'paid' },
  order_payment_state: { state: 'paid' },
  order_delivery: { type: 'post' },
  invoice_status_mapping: { payment_type: 'card', payment_status: 'paid', invoice_status: 'succeeded' },
  invoice: {
    currency: 'EUR',
    status: 'succeeded',
    captured: '12.50',
    authorised: '12.50',
    refunded: '0',
    amount: '12.50',
  },
  invoice_history: { from_status: 'pending', to_status: 'succeeded' },
  invoice_refund: { status: 'succeeded' },
  payment_operation: { kind: 'create', state: 'confirmed' },
  call: { direction: 'in', state: 'ended', result: 'answered', legs: [], logged_by: null, missed: false },
  call_card: { closed_because: null },
  chat: { state: 'open', snoozed_until: null },
  message: { originator: 'customer', status: 'received', type: 'text', user_id: null, quote_id: null },
  reaction: { user_id: null, first_use_id: 1 },
  traffic: { direction: 'in', method: 'POST', requests: 1 },
  file: { kind: 'file', width: null, height: null },
  csv_import: { kind: 'customers', status: 'done', match_by: 'phone', on_match: 'update', purged_at: null },
  csv_import_row: { checked: 'new', outcome: 'created' },
  csv_import_heading: { kind: 'customers' },
  list_export: { status: 'done', file_id: null },
  task: { repeat: null, repeat_day: null, repeat_of: null },
  history_change: { subject: 'customer' },
  history_position: { subject: 'customer' },
  search_token: { entity: 'c', kind: 'w' },
  search_fill: { entity: 'c' },
  notification: { kind: 'message' },
  webhook: { type: 'message_sent' },
  lane: { kind: 'planted', key: 'planted', endpoint: 'planted', next_at: null },
  statistics_change: { area: 'calls' },
  call_statistics: { dimension: 'all' },
  call_statistics_week: { dimension: 'user', week: '2026-03-02' },
  chat_statistics: { dimension: 'all' },
  payment_statistics: { dimension: 'all', currency: 'EUR' },
  payment_day: { state: 'open', statement: 'ready', statement_source: 'file', totals: [], changes: [] },
  statement_line: { type: 'payment', currency: 'EUR' },
  payment_day_entry: { result: 'matched' },
  payment_day_closing: { totals: [] },
  message_purpose: { kind: 'payment-link' },
  routing_decision: { cause: 'call', chat_id: null, message_id: null },
  attachment_link: { order_id: null },
  integration_module: { available_countries: ['DE'], integrations: {} },
  single_sign_on: { create_role: null },
  chat_period: { closed_at: null, closed_by: null },
  retention: { kind: 'calls', keep_days: 365 },
}

/** Where a person is known by the phone only: nothing else links these rows. */
const BY_PHONE = ['traffic', 'action_log', 'notification', 'csv_import_row', 'call_press']

const PAYLOAD = ['url', 'request', 'subject', 'detail', 'content', 'cells']

const plain = (type: string): unknown => {
  if (/^(integer|bigint|smallint)$/.test(type)) return 1
  if (type.startsWith('numeric')) return '1.50'
  if (type === 'boolean') return true
  if (type.startsWith('timestamp')) return '2026-03-01T10:00:00.123456Z'
  if (type === 'date') return '2026-03-01'
  if (type === 'uuid') return crypto.randomUUID()
  if (type === 'bytea') return Buffer.from(crypto.randomUUID())
  if (type === 'integer[]') return [0, 1]
  return undefined
}

const textFor = (person: PlantedPerson | undefined, table: Table, column: Column): string => {
  if (!person) return `${table.name}-${column.name}`
  if (
    column.name === 'phone' ||
    column.name === 'phone_key' ||
    column.name === 'e164' ||
    column.name === 'given' ||
    column.name === 'subject_key'
  )
    return person.phone
  if (column.name === 'email' || column.name === 'email_key') return person.email
  if (column.name === 'tail') return person.phone.slice(-10)
  const canary = `canary-${person.name}-${table.name}-${column.name}`
  return BY_PHONE.includes(table.name) && PAYLOAD.includes(column.name) ? `${canary} of ${person.phone}` : canary
}

const valueFor = (person: PlantedPerson | undefined, table: Table, column: Column): unknown => {
  const text = textFor(person, table, column)
  if (column.type === 'text') return text
  if (column.type === 'text[]') return [text]
  if (column.type.startsWith('character')) return 'EUR'
  if (column.type === '"char"') return 'w'
  // A JSON null is not the absence of a value.
  if (/^jsonb?$/.test(column.type)) return { note: text, nothing: null, line: 'one\u2028two' }
  return plain(column.type)
}

/** Also after the rows that are named without a foreign key. */
const orderTables = (tables: readonly Table[]): Table[] => {
  const waiting = [...tables]
  const ordered: Table[] = []
  const isWaiting = (name: string | undefined, own: string) =>
    name !== undefined && name !== own && waiting.some((one) => one.name === name)
  while (waiting.length > 0) {
    const place = waiting.findIndex(
      ({ name, columns, references }) =>
        !references.some(({ parent }) => isWaiting(parent, name)) &&
        !columns.some((column) => isWaiting(LINKS[column.name], name)) &&
        !(['history_change', 'search_token'].includes(name) && isWaiting('customer', name)),
    )
    if (place < 0) throw new Error(`a circle: ${waiting.map(({ name }) => name).join(', ')}`)
    ordered.push(...waiting.splice(place, 1))
  }
  return ordered
}

export const plantAccount = async (
  client: pg.Client,
  tables: readonly Table[],
  options: { accountId: number; host: string; people: readonly PlantedPerson[]; personal: readonly string[] },
): Promise<Planted> => {
  const { accountId, host, people, personal } = options
  const settings = new Map<string, Row>()
  const owned = new Map<string, Map<string, Row>>(people.map(({ name }) => [name, new Map()]))
  const fileIds: Record<string, string> = {}
  let planted = 0

  const build = (table: Table, person: PlantedPerson | undefined): Row => {
    const parentOf = (name: string): Row | undefined =>
      (person && owned.get(person.name)?.get(name)) ?? settings.get(name) ?? owned.values().next().value?.get(name)
    const row: Row = {}
    for (const column of table.columns) {
      if (column.generated || column.identity) continue
      row[column.name] = valueFor(person, table, column)
      if (['position', 'row_no', 'place', 'sequence'].includes(column.name)) row[column.name] = ++planted
      const linked = LINKS[column.name]
      if (linked !== undefined && parentOf(linked)) row[column.name] = parentOf(linked)?.id
    }
    for (const { columns, parent, parentColumns } of table.references)
      for (const [place, column] of columns.entries())
        row[column] = column === 'account_id' ? accountId : (parentOf(parent)?.[parentColumns[place] ?? ''] ?? null)
    if (table.name === 'history_change' || table.name === 'search_token') {
      const id = parentOf('customer')?.id
      Object.assign(row, table.name === 'search_token' ? { entity_id: id } : { subject_id: id })
    }
    if (table.name === 'file') fileIds[person?.name ?? ''] = String(row.id)
    if (table.name === 'account_host') row.host = host
    if (table.name === 'account') row.public_url = `http://${host}`
    return { ...row, ...GIVEN[table.name], ...(table.name !== 'account' && { account_id: accountId }) }
  }

  const insert = async (table: Table, row: Row): Promise<Row> => {
    const full = table.name === 'account' ? { ...row, id: accountId } : row
    const names = Object.keys(full).filter((name) => full[name] !== undefined)
    const isJson = (name: string) => /^jsonb?$/.test(table.columns.find((one) => one.name === name)?.type ?? '')
    const values = names.map((name) => (isJson(name) && full[name] !== null ? JSON.stringify(full[name]) : full[name]))
    const { rows } = await client.query<Row>(
      `insert into "${table.name}" (${names.map((name) => `"${name}"`).join(', ')}) overriding system value
       values (${names.map((_name, place) => `$${place + 1}`).join(', ')}) returning *`,
      values,
    )
    return rows[0] ?? {}
  }

  await client.query('begin')
  // Triggers would fill tables that get their rows here.
  await client.query(`set local session_replication_role = replica; set local app.account = '${accountId}'`)
  for (const table of orderTables(tables)) {
    const of = personal.includes(table.name) ? people : [undefined]
    for (const person of of) {
      const row = await insert(table, build(table, person)).catch((error: Error) => {
        throw new Error(`${table.name}: ${error.message}`)
      })
      if (person) owned.get(person.name)?.set(table.name, row)
      else settings.set(table.name, row)
    }
  }
  await client.query('commit')
  return { accountId, fileIds }
}
