import type { InputOf } from '@patchbay/contract/base/endpoint'
import type { ReportFilter } from '@patchbay/contract/platform/workspace/statistics'
import type { CallBreakdown, getCallStatistics } from '@patchbay/contract/telephony/workspace/call-statistics'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listModuleNames, listShopNames } from '../../platform/statistics/name-store.ts'
import { readReport } from '../../platform/statistics/report-service.ts'
import { limitTo, type NamedValue, onlyFilter } from '../../platform/statistics/rules.ts'
import { getDisplayName, listGroupsWithMembers } from '../../platform/users/store.ts'
import { type CallDimension, type CallPart, listDays, listParts } from './report-store.ts'
import { addFigures, mergeBreakdowns, reportFor } from './rules.ts'

type Query = InputOf<typeof getCallStatistics>['query']

type Filter = { dimension: CallDimension; values: string[]; shown?: ReportFilter }

const ALL: Filter = { dimension: 'all', values: [''] }

const readFilter = async (trx: Db, { from: _from, to: _to, ...given }: Query): Promise<Filter> => {
  const only = onlyFilter(given)
  if (!only.ok) return fail('input_invalid', { fields: only.fields })
  const { userId, group, site, number, module } = given
  if (userId !== undefined)
    return {
      dimension: 'user',
      values: [String(userId)],
      shown: { by: 'user', name: await getDisplayName(trx, userId) },
    }
  if (number !== undefined) return { dimension: 'number', values: [number], shown: { by: 'number', name: number } }
  if (site !== undefined) return { dimension: 'shop', ...limitTo('shop', await listShopNames(trx), site) }
  if (module !== undefined) return { dimension: 'module', ...limitTo('module', await listModuleNames(trx), module) }
  if (group === undefined) return ALL
  const found = (await listGroupsWithMembers(trx)).find(({ code }) => code === group)
  const values = (found?.userIds ?? []).map(String)
  return { dimension: 'user', values, shown: { by: 'group', name: found?.name ?? group } }
}

/** With names, and with the groups, which have the figures of their members. */
const breakdownsOf = async (trx: Db, parts: readonly CallPart[]): Promise<CallBreakdown[]> => {
  const groups = await listGroupsWithMembers(trx)
  const names = { shop: await listShopNames(trx), module: await listModuleNames(trx) }
  const named = (all: readonly NamedValue[], { value }: CallPart) => all.find(({ id }) => String(id) === value)
  const own = parts.flatMap((part): CallBreakdown[] => {
    const { dimension, figures, value } = part
    if (dimension === 'all') return []
    if (dimension === 'user' || dimension === 'number') return [{ by: dimension, value, figures }]
    const found = named(names[dimension], part)
    return found ? [{ by: dimension, value: found.value, ...(found.name && { name: found.name }), figures }] : []
  })
  const ofGroups = groups.flatMap(({ code, name, userIds }): CallBreakdown[] => {
    const members = parts.filter(({ dimension, value }) => dimension === 'user' && userIds.includes(Number(value)))
    return members.length > 0
      ? [{ by: 'group', value: code, name, figures: addFigures(members.map(({ figures }) => figures)) }]
      : []
  })
  return [...mergeBreakdowns(own), ...ofGroups]
}

export const showCallStatistics: Action<Deps, typeof getCallStatistics> = async (deps, { accountId }, { query }) => {
  const { figures, replica } = await readReport(
    deps,
    accountId,
    query,
    async () => undefined,
    async (trx, { account: { serviceLevelSeconds }, period }) => {
      const filter = await readFilter(trx, query)
      const days = await listDays(trx, period, filter.dimension, filter.values)
      const breakdowns =
        filter === ALL ? await breakdownsOf(trx, await listParts(trx, period, serviceLevelSeconds)) : []
      const report = reportFor(days, period, serviceLevelSeconds)
      return { ...report, ...(filter.shown && { filter: filter.shown }), breakdowns }
    },
  )
  return { success: true, statistics: { ...figures, ...(replica && { replica }) } }
}
