// `npm run seed -- --customers 1000000 --calls 10000000`: a large account for benches, by COPY. It gets its host name
// only when it is complete; an existing account is not changed.

import { parseArgs } from 'node:util'
import pg from 'pg'
import { readAdminUrl, readConfig } from '../src/config.ts'
import { listOrderStatuses } from '../src/crm/references/store.ts'
import { openDatabase } from '../src/lib/db/database.ts'
import { inAccount } from '../src/lib/db/transaction.ts'
import { createAccount } from '../src/operator/commands.ts'
import { findAccountIdByHost } from '../src/platform/accounts/store.ts'
import { insertShop, listShops } from '../src/platform/shops/store.ts'
import { insertUser } from '../src/platform/users/store.ts'
import {
  type Account,
  CALL,
  CHAT,
  CUSTOMER,
  callRows,
  chatRows,
  chatsFor,
  customerRows,
  customerTokenRows,
  EMAIL,
  emailRows,
  ITEM,
  itemRows,
  MESSAGE,
  MESSAGE_TOKEN,
  messageRows,
  messageTokenRows,
  ORDER,
  orderRows,
  orderTokenRows,
  PHONE,
  phoneRows,
  TOKEN,
} from './bulk-rows.ts'
import { copyRows, reserveIds } from './copy.ts'

type Sizes = {
  name: string
  customers: number
  calls: number
  messages: number
  orders: number
  accounts: number
  /** 1: with the index of the search, which most benches do not need. */
  searchable: number
}

const SHOPS = 4
const MANAGERS = 20
/** Customers of each of the small accounts. */
const SMALL_CUSTOMERS = 50
const TABLES = [
  'customer',
  'customer_phone',
  'customer_email',
  'customer_order',
  'order_item',
  'call',
  'chat',
  'message',
]

const hostOf = (name: string): string => `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.test`

const superuser = async (databaseUrl: string): Promise<pg.Client> => {
  const url = new URL(readAdminUrl())
  url.pathname = new URL(databaseUrl).pathname
  // The generated rows are valid, so constraint checks and triggers are off, and the counts are set at the end.
  const client = new pg.Client({ connectionString: url.href, options: '-c session_replication_role=replica' })
  await client.connect()
  return client
}

type Database = ReturnType<typeof openDatabase>

type Plan = { name: string; host: string; managers: number; shops: number }

const createBulkAccount = async ({ db }: Database, { name, host, managers, shops }: Plan): Promise<Account> => {
  const accountId = await createAccount({ db }, name, `http://${host}`)
  return inAccount(db, accountId, async (trx) => {
    const managerIds: number[] = []
    for (let index = 0; index < managers; index++) {
      const email = `manager${index}@${host}`
      const person = { email, emailKey: email, firstName: 'Manager', lastName: String(index), role: 'manager' as const }
      managerIds.push((await insertUser(trx, person)).id)
    }
    for (let index = 0; index < shops; index++)
      await insertShop(trx, { code: `shop-${index}`, name: `Shop ${index}`, url: `https://shop-${index}.test` })
    const shopIds = (await listShops(trx)).map(({ id }) => id)
    const statuses = await listOrderStatuses(trx)
    return { accountId, managerIds, shopIds, statuses, now: Math.floor(Date.now() / 1000) }
  })
}

const fillCustomers = async (client: pg.Client, account: Account, count: number): Promise<number> => {
  const first = await reserveIds(client, 'customer', count)
  await copyRows(client, 'customer', CUSTOMER, customerRows(account, first, count))
  await copyRows(client, 'customer_phone', PHONE, phoneRows(account, first, count))
  await copyRows(client, 'customer_email', EMAIL, emailRows(account, first, count))
  await client.query(
    `insert into customer_count (account_id, shop_id, slot, count)
     select account_id, shop_id, 0, count(*) from customer where account_id = $1 group by account_id, shop_id`,
    [account.accountId],
  )
  return first
}

type Range = { first: number; count: number }

const fillOrders = async (client: pg.Client, account: Account, customers: Range, count: number): Promise<Range> => {
  const range = { customers, first: await reserveIds(client, 'customer_order', count), count }
  await copyRows(client, 'customer_order', ORDER, orderRows(account, range))
  const firstItem = await reserveIds(client, 'order_item', count * 2)
  await copyRows(client, 'order_item', ITEM, itemRows(account, firstItem, range))
  await client.query(
    `insert into order_count (account_id, shop_id, status, manager_id, slot, n)
     select account_id, shop_id, status, coalesce(manager_id, 0), 0, count(*)
     from customer_order where account_id = $1 group by 1, 2, 3, 4`,
    [account.accountId],
  )
  await client.query('insert into order_numbering (account_id, last) values ($1, $2)', [account.accountId, count])
  return range
}

const fillSearch = async (client: pg.Client, account: Account, customers: Range, orders: Range): Promise<void> => {
  const tokens = function* () {
    yield* customerTokenRows(account, customers.first, customers.count)
    yield* orderTokenRows(account, { customers, ...orders })
  }
  await copyRows(client, 'search_token', TOKEN, tokens())
}

const fillCalls = async (client: pg.Client, account: Account, customers: Range, count: number): Promise<void> => {
  const { rows } = await client.query(
    `insert into integration_module (account_id, code, integration_code, name, signing_secret, active)
     values ($1, 'bulk-exchange', 'bulk-exchange', 'The exchange of the bulk calls', '', false) returning id`,
    [account.accountId],
  )
  const range = { customers, first: await reserveIds(client, 'call', count), count }
  await copyRows(client, 'call', CALL, callRows(account, Number(rows[0].id), range))
}

/** The key of an empty table is built after its rows are there, which is many times faster. */
const copyWithoutKey = async (client: pg.Client, table: string, key: string, copy: () => Promise<void>) => {
  const { rowCount } = await client.query(`select from ${table} limit 1`)
  if (rowCount) return copy()
  await client.query(`alter table ${table} drop constraint ${table}_pkey`)
  await copy()
  await client.query(`set maintenance_work_mem = '2GB'`)
  await client.query(`alter table ${table} add primary key (${key})`)
}

const fillMessages = async (client: pg.Client, account: Account, count: number): Promise<void> => {
  const { accountId } = account
  const { rows } = await client.query(
    `with module as (
       insert into integration_module (account_id, code, integration_code, name, signing_secret, active)
       values ($1, 'bulk-messenger', 'bulk-messenger', 'The messenger of the bulk messages', '', false) returning id)
     insert into channel (account_id, module_id, type) select $1, id, 'custom' from module returning id`,
    [accountId],
  )
  const channelId = Number(rows[0].id)
  const chats = { first: await reserveIds(client, 'chat', chatsFor(count)), count: chatsFor(count) }
  await copyRows(client, 'chat', CHAT, chatRows(account, channelId, chats.first, chats.count))
  const first = await reserveIds(client, 'message', count)
  await copyRows(client, 'message', MESSAGE, messageRows(account, { channelId, chats, first, count }))
  await copyWithoutKey(client, 'message_token', 'account_id, token, message_id', () =>
    copyRows(client, 'message_token', MESSAGE_TOKEN, messageTokenRows(account, first, count)),
  )
}

/** Many small accounts, so that the tables contain more than the large one. */
const fillNeighbours = async (database: Database, client: pg.Client, sizes: Sizes): Promise<void> => {
  for (let index = 1; index < sizes.accounts; index++) {
    const name = `${sizes.name} neighbour ${index}`
    const account = await createBulkAccount(database, { name, host: hostOf(name), managers: 1, shops: 1 })
    await fillCustomers(client, account, SMALL_CUSTOMERS)
  }
}

const log = (started: number, what: string): void =>
  console.log(`${Math.round((performance.now() - started) / 100) / 10} s: ${what}`)

/** Returns the host name of the account. */
const seedBulk = async (database: Database, client: pg.Client, sizes: Sizes): Promise<string> => {
  const host = hostOf(sizes.name)
  if ((await findAccountIdByHost(database.db, host)) !== undefined)
    throw new Error(`there is already an account at ${host}; use another --name, or drop the database`)
  const started = performance.now()
  const making = `making-${crypto.randomUUID()}.test`
  const account = await createBulkAccount(database, {
    name: sizes.name,
    host: making,
    managers: MANAGERS,
    shops: SHOPS,
  })
  const customers = { first: await fillCustomers(client, account, sizes.customers), count: sizes.customers }
  log(started, `${sizes.customers} customers`)
  const none = { first: 1, count: 0 }
  const orders = sizes.orders > 0 ? await fillOrders(client, account, customers, sizes.orders) : none
  log(started, `${sizes.orders} orders`)
  if (sizes.searchable > 0) await fillSearch(client, account, customers, orders)
  if (sizes.calls > 0) await fillCalls(client, account, customers, sizes.calls)
  log(started, `${sizes.calls} calls`)
  if (sizes.messages > 0) await fillMessages(client, account, sizes.messages)
  log(started, `${sizes.messages} messages`)
  await fillNeighbours(database, client, sizes)
  await client.query(`analyze ${TABLES.join(', ')}`)
  await client.query('update account set public_url = $2 where id = $1', [account.accountId, `http://${host}`])
  await client.query('update account_host set host = $2 where account_id = $1', [account.accountId, host])
  log(started, `account ${account.accountId} is at ${host}, one of ${sizes.accounts} accounts`)
  return host
}

const readSizes = (): Sizes => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      name: { ...text, default: 'Bulk' },
      customers: text,
      calls: text,
      messages: text,
      orders: text,
      accounts: text,
      searchable: text,
    },
  })
  const size = (name: Exclude<keyof Sizes, 'name'>, otherwise: number): number => {
    const value = Number(values[name] ?? otherwise)
    if (!Number.isSafeInteger(value) || value < otherwise)
      throw new Error(`--${name} must be a number from ${otherwise}`)
    return value
  }
  return {
    name: values.name,
    customers: size('customers', 1),
    calls: size('calls', 0),
    messages: size('messages', 0),
    orders: size('orders', 0),
    accounts: size('accounts', 1),
    searchable: size('searchable', 0),
  }
}

const { databaseUrl } = readConfig()
const database = openDatabase({
  url: databaseUrl,
  max: 2,
  applicationName: 'patchbay seed',
  onError: (error) => console.error(error.message),
})
const client = await superuser(databaseUrl)
try {
  await seedBulk(database, client, readSizes())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await client.end()
  await database.close()
}
