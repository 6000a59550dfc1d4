import { orderByReferences } from './table-order.ts'

// Every table with rows of an account, read from the catalog, so that a table that a migration adds is never forgotten
// by whatever copies, counts or erases an account.

/** Runs one statement; a pg client, a pool or a Kysely transaction can be wrapped into it. */
export type RunQuery = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>

export type AccountColumn = {
  name: string
  /** As PostgreSQL writes it: bigint, text[], timestamp with time zone. */
  type: string
  nullable: boolean
  /** Computed by PostgreSQL: it is not copied. */
  generated: boolean
  /** `generated always as identity`: inserting a value needs `overriding system value`. */
  identity: boolean
}

export type ForeignKey = { name: string; columns: string[]; parent: string; parentColumns: string[] }

export type AccountTable = {
  name: string
  /** The column that holds the account's id: `id` of account, `account_id` of all others. */
  accountColumn: string
  /** The columns of the primary key, in its order. */
  key: string[]
  columns: AccountColumn[]
  /** The sequence of its identity column, where it has one. */
  sequence: string | null
  /** To tables of the account, itself included. */
  references: ForeignKey[]
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
    a.attgenerated::text <> '' as generated, a.attidentity::text <> '' as identity,
    case when a.attidentity::text <> '' then pg_get_serial_sequence(format('%I.%I', 'public', c.relname), a.attname) end as sequence
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname, a.attnum`

const CONSTRAINTS = `
  select c.relname as "table", x.conname as name, x.contype::text as kind, p.relname as parent,
    (select json_agg(a.attname order by k.place) from unnest(x.conkey) with ordinality as k (num, place)
       join pg_attribute a on a.attrelid = x.conrelid and a.attnum = k.num) as columns,
    (select json_agg(a.attname order by k.place) from unnest(x.confkey) with ordinality as k (num, place)
       join pg_attribute a on a.attrelid = x.confrelid and a.attnum = k.num) as parent_columns
  from pg_constraint x join pg_class c on c.oid = x.conrelid left join pg_class p on p.oid = x.confrelid
  where x.connamespace = 'public'::regnamespace and x.contype in ('p', 'f') and not c.relispartition
  order by c.relname, x.conname`

type ColumnRow = AccountColumn & { table: string; sequence: string | null }
type ConstraintRow = {
  table: string
  name: string
  kind: 'p' | 'f'
  parent: string | null
  columns: string[]
  parent_columns: string[] | null
}

const ROOT = 'account'

const toTable = (name: string, columns: readonly ColumnRow[], constraints: readonly ConstraintRow[]): AccountTable => ({
  name,
  accountColumn: name === ROOT ? 'id' : 'account_id',
  key: constraints.find(({ kind }) => kind === 'p')?.columns ?? [],
  columns: columns.map(({ table: _table, sequence: _sequence, ...column }) => column),
  sequence: columns.find(({ sequence }) => sequence !== null)?.sequence ?? null,
  references: constraints
    .filter(({ kind }) => kind === 'f')
    .map((one) => ({
      name: one.name,
      columns: one.columns,
      parent: one.parent ?? '',
      parentColumns: one.parent_columns ?? [],
    })),
})

/**
 * The tables in dependency order: a table comes after those that its foreign keys name, so rows are inserted in this
 * order and deleted in the reverse one. Only `message` and the like refer to themselves.
 */
export const listAccountTables = async (query: RunQuery): Promise<AccountTable[]> => {
  const columns = Map.groupBy(await query<ColumnRow>(COLUMNS), ({ table }) => table)
  const constraints = Map.groupBy(await query<ConstraintRow>(CONSTRAINTS), ({ table }) => table)
  const tables = [...columns].map(([name, own]) => toTable(name, own, constraints.get(name) ?? []))
  const stray = tables.find((one) => !one.columns.some(({ name }) => name === one.accountColumn))
  if (stray) throw new Error(`the table ${stray.name} has no ${stray.accountColumn}`)
  const unkeyed = tables.find(({ key }) => key.length === 0)
  if (unkeyed) throw new Error(`the table ${unkeyed.name} has no primary key`)
  return orderByReferences(tables)
}
