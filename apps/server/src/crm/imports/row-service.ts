import type { ImportField } from '@patchbay/contract/crm/import-constants'
import type { RowProblem } from '@patchbay/contract/crm/workspace/imports'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isDuplicate } from '../../lib/db/pg-errors.ts'
import { AppError } from '../../lib/errors.ts'
import type { Reader } from '../../lib/http-in/callers.ts'
import { keyOf, parsePhone, phoneKey } from '../../lib/text/phone.ts'
import type { Account } from '../../platform/accounts/store.ts'
import { listShops, type Shop } from '../../platform/shops/store.ts'
import { listUsers } from '../../platform/users/store.ts'
import { listUsedEmails, listUsedExternalIds, listUsedPhones } from '../customers/list-store.ts'
import type { Customer } from '../customers/rules.ts'
import { findCustomer, findCustomerByEmail } from '../customers/store.ts'
import { listBestMatches } from '../phone-lookup/store.ts'
import type { DeliveryTypeRow, OrderStatusRow } from '../references/rules.ts'
import { listDeliveryTypes, listOrderStatuses } from '../references/store.ts'
import { findNamed, first, type Values } from './row-rules.ts'
import type { RowOutcome, Snapshot } from './row-store.ts'
import type { StoredImport } from './store.ts'

// What the rows of customers and of orders have in common.

export type ImportContext = {
  deps: Deps
  account: Account
  reader: Reader
  /** What a row is imported as: its columns, what it is matched by. */
  options: Pick<StoredImport, 'matchBy' | 'onMatch' | 'shop' | 'mapping'>
  shops: (Shop & { keys: string[] })[]
  users: { id: number; keys: string[] }[]
  statuses: (OrderStatusRow & { keys: string[] })[]
  deliveryTypes: (DeliveryTypeRow & { keys: string[] })[]
  /** Of the values that the batch is matched by, those that a customer may have: the others need no query. */
  known: Set<string>
  /** Each row in a savepoint: after a value of a row turned out to be taken. */
  isCareful: boolean
}

export type RowResult = {
  outcome: Extract<RowOutcome, 'created' | 'updated' | 'skipped'>
  entityId: number
  /** The customer that was created with an order. */
  customerId?: number | null
  before?: Snapshot
  after?: Snapshot
}

/** What a row will do. The dry run of a customer ends here; to find out whether an order is valid it has to be saved. */
export type RowPlan = { outcome: RowResult['outcome']; save: () => Promise<RowResult> }

export const skipped = (entityId: number): RowPlan => {
  const result = { outcome: 'skipped', entityId } as const
  return { outcome: 'skipped', save: () => Promise.resolve(result) }
}

/** A row that cannot be imported. */
export class RowRefused extends Error {
  readonly problems: RowProblem[]
  constructor(problems: RowProblem[]) {
    super(problems.map(({ code }) => code).join(', '))
    this.problems = problems
  }
}

export const refuse = (code: RowProblem['code'], field?: ImportField, value?: string): never => {
  throw new RowRefused([{ code, ...(field && { field }), ...(value !== undefined && { value }) }])
}

/** What the rules of the API say of a row; undefined: it is an error of ours. */
export const problemsOfError = (error: unknown): RowProblem[] | undefined => {
  if (error instanceof RowRefused) return error.problems
  if (isDuplicate(error)) return [{ code: 'taken', field: 'externalId' }]
  if (!(error instanceof AppError) || error.status >= 500) return undefined
  const fields = Object.entries(error.fields ?? { '': error.message })
  return fields.map(([name, reason]) => ({ code: 'refused', detail: `${name} ${reason}`.trim() }))
}

/** Loaded once per batch. */
export const loadContext = async (
  trx: Db,
  deps: Deps,
  account: Account,
  options: StoredImport,
  isCareful: boolean,
): Promise<ImportContext> => ({
  deps,
  account,
  reader: { accountId: account.id, actor: `user:${options.createdBy}`, sites: null },
  options,
  shops: (await listShops(trx)).map((shop) => ({ ...shop, keys: [shop.code, shop.name] })),
  users: (await listUsers(trx)).map(({ id, email, firstName, lastName }) => ({
    id,
    keys: [String(id), email, `${firstName} ${lastName}`.trim()],
  })),
  statuses: (await listOrderStatuses(trx)).map((status) => ({ ...status, keys: [status.code, status.name] })),
  deliveryTypes: (await listDeliveryTypes(trx)).map((type) => ({ ...type, keys: [type.code, type.name] })),
  known: new Set(),
  isCareful,
})

/** For services that take deps: they join the open transaction, and do not wait for a second connection. */
export const depsWithin = ({ deps, account }: ImportContext, trx: Db): Deps => ({
  ...deps,
  db: trx,
  accounts: { ...deps.accounts, account: () => Promise.resolve(account) },
})

/** The shop that the row names, else the one chosen for all rows, else the account's first. */
export const shopOf = ({ shops, options }: ImportContext, values: Values): Shop | undefined => {
  const named = first(values, 'shop')
  if (named !== undefined) return findNamed(shops, named) ?? refuse('unknown-shop', 'shop', named)
  return options.shop === null ? shops[0] : (findNamed(shops, options.shop) ?? refuse('unknown-shop'))
}

export const managerOf = ({ users }: ImportContext, values: Values): number | undefined => {
  const named = first(values, 'manager')
  return named === undefined ? undefined : (findNamed(users, named)?.id ?? refuse('unknown-manager', 'manager', named))
}

/** The same number, not only its last digits: an import must not change somebody else. */
export const findByPhone = async (trx: Db, given: string, country: string): Promise<Customer | undefined> => {
  const phone = parsePhone(given, country)
  const [id] = await listBestMatches(trx, [{ e164: phone.e164 ?? '', tail: phone.tail }])
  const customer = id == null ? undefined : await findCustomer(trx, id)
  return customer?.phones.some((one) => keyOf(one) === keyOf(phone)) ? customer : undefined
}

export const findByEmail = (trx: Db, email: string): Promise<Customer | undefined> => findCustomerByEmail(trx, email)

/** The value of a customer's row, as it is compared. */
export const comparedValue = ({ options, account }: ImportContext, value: string): string => {
  if (options.matchBy === 'phone') return phoneKey(value, account.country)
  return options.matchBy === 'email' ? value.toLowerCase() : value
}

/** Fills `known` for the rows of a batch, in one query instead of one for each. */
export const loadKnown = async (trx: Db, context: ImportContext, rows: readonly Values[]): Promise<void> => {
  const { matchBy } = context.options
  const given = rows.flatMap((values) => first(values, matchBy) ?? [])
  const found = async (): Promise<string[]> => {
    if (matchBy === 'email')
      return listUsedEmails(
        trx,
        given.map((value) => value.toLowerCase()),
      )
    if (matchBy === 'externalId') return listUsedExternalIds(trx, given)
    const phones = given.map((value) => parsePhone(value, context.account.country))
    return (await listUsedPhones(trx, phones)).map((phone) => keyOf({ tail: '', ...phone }))
  }
  if (given.length > 0) for (const value of await found()) context.known.add(value)
}

/** What tells whether two rows of the file are about the same; undefined: nothing does. */
export const matchKeyOf = (context: ImportContext, values: Values): string | undefined => {
  const { matchBy } = context.options
  const value = first(values, matchBy)
  if (value === undefined) return undefined
  if (matchBy === 'phone') return phoneKey(value, context.account.country)
  if (matchBy === 'email') return value.toLowerCase()
  const shop = first(values, 'shop') ?? context.options.shop ?? ''
  return matchBy === 'number' ? value : `${shop.toLowerCase()}/${value}`
}
