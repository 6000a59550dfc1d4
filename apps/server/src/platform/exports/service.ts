import type { EXPORT_LISTS } from '@patchbay/contract/base/constants'
import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { mayCall } from '@patchbay/contract/base/roles'
import type { ExportColumn } from '@patchbay/contract/platform/workspace/exports'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import { inputReader } from '../../lib/http-in/read-input.ts'
import type { Http } from '../../lib/http-in/route.ts'
import { BYTE_ORDER_MARK, type Cell, csvLines } from '../../lib/text/csv.ts'
import { findUser, listUsers } from '../users/store.ts'
import { type Label, labelOf, unknownColumns } from './rules.ts'

// Lists as CSV. Each list describes its columns and how its next page is read, with the action that the workspace itself calls:
// the filter, the permissions and the order are the list's own.

export type ExportListName = (typeof EXPORT_LISTS)[number]

/** The names behind ids, for every list. */
export type Names = { user: (id: number | undefined) => string | undefined; zone: string }

type ExportPage<Row> = { rows: readonly Row[]; next?: string | number | undefined }

export type CellOf<Row, More> = (row: Row, names: Names & More, label: Label) => Cell

type Description<Row, Query, More> = {
  name: ExportListName
  /** The list's endpoint: its query is the filter, its role is needed. */
  endpoint: Endpoint
  cells: Readonly<Record<string, CellOf<Row, More>>>
  /** Columns that depend on the data; undefined: there is no such column. */
  cellFor?: (code: string) => CellOf<Row, More> | undefined
  /** Names beside those of users: statuses, shops. */
  load?: (trx: Db) => Promise<More>
  /** The page after the cursor; the first one without. */
  read: (deps: Deps, caller: UserCaller, query: Query, after: string | number | undefined) => Promise<ExportPage<Row>>
}

export type ExportList = {
  name: ExportListName
  endpoint: Endpoint
  /** Validates the query as the list does; fails on what it would refuse. */
  readQuery: (query: Record<string, unknown>) => Record<string, unknown>
  hasColumn: (code: string) => boolean
  pages: (
    deps: Deps,
    caller: UserCaller,
    query: Record<string, unknown>,
    columns: readonly ExportColumn[],
  ) => AsyncGenerator<Cell[][]>
}

/** No action of a list looks at cookies or addresses. */
export const NO_HTTP: Http = {
  ip: '',
  userAgent: '',
  cookie: () => undefined,
  setCookie: () => Promise.resolve(),
  otherStatus: () => undefined,
  about: () => undefined,
  from: () => undefined,
}

const loadNames = async (trx: Db, zone: string): Promise<Names> => {
  const users = new Map((await listUsers(trx)).map((one) => [one.id, `${one.firstName} ${one.lastName}`.trim()]))
  return { user: (id) => (id === undefined ? undefined : users.get(id)), zone }
}

export const defineExportList = <Row, Query, More = unknown>(list: Description<Row, Query, More>): ExportList => {
  const read = inputReader(list.endpoint)
  const cellOf = (code: string): CellOf<Row, More> | undefined =>
    Object.hasOwn(list.cells, code) ? list.cells[code] : list.cellFor?.(code)
  async function* pages(
    deps: Deps,
    caller: UserCaller,
    query: Record<string, unknown>,
    columns: readonly ExportColumn[],
  ): AsyncGenerator<Cell[][]> {
    const { timezone } = await deps.accounts.account(caller.accountId)
    const names = await inAccount(deps.db, caller.accountId, async (trx) => ({
      ...(await loadNames(trx, timezone)),
      ...((await list.load?.(trx)) as More),
    }))
    const cells = columns.map((column) => ({ cell: cellOf(column.code) ?? (() => undefined), label: labelOf(column) }))
    let after: string | number | undefined
    do {
      const page = await list.read(deps, caller, query as Query, after)
      yield page.rows.map((row) => cells.map(({ cell, label }) => cell(row, names, label)))
      after = page.next
    } while (after !== undefined)
  }
  return {
    name: list.name,
    endpoint: list.endpoint,
    readQuery: (query) => (read({ params: {}, query, body: {} }).input.query ?? {}) as Record<string, unknown>,
    hasColumn: (code) => cellOf(code) !== undefined,
    pages,
  }
}

/** The list, if this caller may read it and has asked for columns that it has. */
export const openExportList = (
  deps: Deps,
  caller: UserCaller,
  name: ExportListName,
  columns: readonly ExportColumn[],
): ExportList => {
  const list = deps.exportLists.find((one) => one.name === name) ?? fail('internal')
  const { auth, method } = list.endpoint
  if (auth.by === 'session' && !mayCall(caller.role, auth.role, method)) return fail('role_needed')
  const unknown = unknownColumns(columns, list.hasColumn)
  return unknown.length === 0
    ? list
    : fail('input_invalid', { fields: { columns: `has no column: ${unknown.join(', ')}` } })
}

/** The file: a heading and the rows, a page at a time. `onPage` gets how many rows are written so far. */
export async function* csvOf(
  list: ExportList,
  deps: Deps,
  caller: UserCaller,
  {
    query,
    columns,
    separator,
  }: { query: Record<string, unknown>; columns: readonly ExportColumn[]; separator: string },
  onPage: (rows: number) => Promise<void> = async () => undefined,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([columns.map(({ heading }) => heading)], separator)
  let count = 0
  for await (const rows of list.pages(deps, caller, query, columns)) {
    yield csvLines(rows, separator)
    count += rows.length
    await onPage(count)
  }
}

/** For background work: the user with the role that they have now. Undefined: they may not sign in any more. */
export const callerFor = async (deps: Deps, accountId: number, userId: number): Promise<UserCaller | undefined> => {
  const user = await inAccount(deps.db, accountId, (trx) => findUser(trx, userId))
  if (!user?.active) return undefined
  const session = { sessionHash: Buffer.alloc(0), bySso: false, secondFactorDue: false }
  return { by: 'session', accountId, userId, role: user.role, ...session }
}

/** After the commit, to the user whose export it is. */
export const publishExport = ({ live }: Deps, accountId: number, id: number, userId: number): Promise<void> =>
  live.publish(accountId, { type: 'export-changed', id }, { users: [userId] })
