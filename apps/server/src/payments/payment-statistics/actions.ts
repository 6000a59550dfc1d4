import type { InputOf } from '@patchbay/contract/base/endpoint'
import { money, toDecimal } from '@patchbay/contract/base/money'
import type { CurrencyStatistics, getPaymentStatistics } from '@patchbay/contract/payments/workspace/payment-statistics'
import type { ReportFilter } from '@patchbay/contract/platform/workspace/statistics'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listModuleNames, listShopNames } from '../../platform/statistics/name-store.ts'
import { readReport } from '../../platform/statistics/report-service.ts'
import { limitTo, onlyFilter } from '../../platform/statistics/rules.ts'
import {
  countOpenOutcomes,
  type HeldNow,
  listDays,
  listHeldNow,
  listParts,
  listTypeNames,
  type PaymentDimension,
} from './report-store.ts'
import { figuresFor, orderCurrencies, type PaymentRow, reportFor } from './rules.ts'

type Query = InputOf<typeof getPaymentStatistics>['query']
type Filter = { dimension: PaymentDimension; values: string[]; shown?: ReportFilter }
type Breakdown = CurrencyStatistics['breakdowns'][number]

const ALL: Filter = { dimension: 'all', values: [''] }

const readFilter = async (trx: Db, { from: _from, to: _to, ...given }: Query): Promise<Filter> => {
  const only = onlyFilter(given)
  if (!only.ok) return fail('input_invalid', { fields: only.fields })
  const { site, type, module } = given
  if (type !== undefined) return { dimension: 'type', ...limitTo('type', await listTypeNames(trx), type) }
  if (site !== undefined) return { dimension: 'shop', ...limitTo('shop', await listShopNames(trx), site) }
  if (module !== undefined) return { dimension: 'module', ...limitTo('module', await listModuleNames(trx), module) }
  return ALL
}

const loadBreakdowns = async (trx: Db, parts: readonly PaymentRow[]): Promise<(Breakdown & { currency: string })[]> => {
  const names = {
    shop: await listShopNames(trx),
    type: await listTypeNames(trx),
    module: await listModuleNames(trx),
  }
  const named = parts.flatMap((part) => {
    const by = part.dimension as Breakdown['by']
    const found = names[by].find(({ id }) => String(id) === part.value)
    return found ? [{ by, part, value: found.value, ...(found.name && { name: found.name }) }] : []
  })
  // A module that was deleted and connected again has two ids.
  const same = Map.groupBy(named, ({ by, value, part }) => `${by} ${value} ${part.currency}`)
  return [...same.values()].flatMap((rows) =>
    rows.slice(0, 1).map(({ part: { currency }, ...one }) => ({
      ...one,
      currency,
      figures: figuresFor(
        rows.map(({ part }) => part),
        currency,
      ),
    })),
  )
}

const viewHeld = (held: readonly HeldNow[], currency: string): CurrencyStatistics['heldNow'] => {
  const { count = 0, amount = '0', firstExpiry = null } = held.find((one) => one.currency === currency) ?? {}
  return {
    count,
    amount: toDecimal(money(amount, currency), currency),
    ...(firstExpiry && { firstExpiry: firstExpiry.toISOString() }),
  }
}

/** Money as it is at this moment: what people act on. */
const loadNow = async (trx: Db) => ({ held: await listHeldNow(trx), open: await countOpenOutcomes(trx) })

export const showPaymentStatistics: Action<Deps, typeof getPaymentStatistics> = async (
  deps,
  { accountId },
  { query },
) => {
  const { figures, replica } = await readReport(
    deps,
    accountId,
    query,
    loadNow,
    async (trx, { account, period, now: { held, open } }) => {
      const filter = await readFilter(trx, query)
      const rows = await listDays(trx, period, filter.dimension, filter.values)
      const breakdowns = filter === ALL ? await loadBreakdowns(trx, await listParts(trx, period)) : []
      const found = [...rows, ...held].map(({ currency }) => currency)
      const currencies = orderCurrencies(found, account.currency).map((currency) => ({
        ...reportFor(rows, period, currency),
        breakdowns: breakdowns.flatMap(({ currency: of, ...one }) => (of === currency ? [one] : [])),
        heldNow: viewHeld(held, currency),
      }))
      const shown = filter.shown && { filter: filter.shown }
      return { period, ...shown, currencies, unknownNow: open.unknown, needPersonNow: open.needPerson }
    },
  )
  return { success: true, statistics: { ...figures, ...(replica && { replica }) } }
}
