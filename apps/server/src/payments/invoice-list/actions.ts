import type { InputOf } from '@patchbay/contract/base/endpoint'
import type { listInvoices as listEndpoint } from '@patchbay/contract/payments/workspace/invoice-list'
import { findOrderIds } from '../../crm/search/find-service.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { pageOf } from '../../lib/db/keyset-cursor.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { readPeriod } from '../../lib/text/period.ts'
import type { Account } from '../../platform/accounts/store.ts'
import { findModule } from '../../platform/modules/store.ts'
import { listShopIds } from '../../platform/shops/store.ts'
import { type InvoiceFilter, listInvoices, sumInvoices } from './store.ts'
import { viewListedInvoice, viewSum } from './view.ts'

const PAGE = 50
/** The orders that a text finds: enough for a name, and a number finds one. */
const MOST_ORDERS = 200
const MOST_SUMMED = 50_000

type Query = InputOf<typeof listEndpoint>['query']

const readFilter = async (trx: Db, { timezone, country }: Account, query: Query): Promise<InvoiceFilter> => {
  const { from, to, site, module: code, text, ...filter } = query
  const read = readPeriod({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, timezone)
  const shopId = site === undefined ? undefined : (await listShopIds(trx)).get(site)
  const module = code === undefined ? undefined : await findModule(trx, code)
  const fields = {
    ...(!read.ok && read.fields),
    ...(site !== undefined && shopId === undefined && { site: `there is no shop: ${site}` }),
    ...(code !== undefined && !module && { module: `there is no module: ${code}` }),
  }
  if (!read.ok || Object.keys(fields).length > 0) return fail('input_invalid', { fields })
  return {
    ...filter,
    ...read.period,
    ...(shopId !== undefined && { shopId }),
    ...(module && { moduleId: module.id }),
    ...(text !== undefined && { orderIds: await findOrderIds(trx, text, country, MOST_ORDERS) }),
  }
}

/** The sums of the filtered list come with its first page. */
export const showInvoiceList: Action<Deps, typeof listEndpoint> = async (deps, caller, { query }) => {
  const account = await deps.accounts.account(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const filter = await readFilter(trx, account, query)
    const { page, ...next } = pageOf(await listInvoices(trx, filter, PAGE + 1), PAGE)
    const invoices = page.map(viewListedInvoice)
    if (filter.after !== undefined) return { success: true, invoices, ...next }
    const sums = await sumInvoices(trx, filter, MOST_SUMMED)
    const count = sums.reduce((sum, one) => sum + one.count, 0)
    return {
      success: true,
      invoices,
      ...next,
      sums: sums.map(viewSum),
      ...(count >= MOST_SUMMED && { partial: true }),
    }
  })
}
