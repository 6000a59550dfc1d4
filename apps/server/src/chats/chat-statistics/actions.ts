import type { InputOf } from '@patchbay/contract/base/endpoint'
import type { ChatStatistics, getChatStatistics } from '@patchbay/contract/chats/workspace/chat-statistics'
import type { ReportFilter } from '@patchbay/contract/platform/workspace/statistics'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { readReport } from '../../platform/statistics/report-service.ts'
import { onlyFilter, type ReportPeriod } from '../../platform/statistics/rules.ts'
import { getDisplayName } from '../../platform/users/store.ts'
import { countWaiting, listChannelNames, listDays } from './report-store.ts'
import { figuresFor, reportFor } from './rules.ts'

type Query = InputOf<typeof getChatStatistics>['query']
type Breakdown = ChatStatistics['breakdowns'][number]

/** The busiest first. */
const loadBreakdowns = async (trx: Db, period: ReportPeriod): Promise<Breakdown[]> => {
  const names = await listChannelNames(trx)
  const rows = await listDays(trx, period, ['user', 'channel'])
  const parts = Map.groupBy(rows, ({ dimension, value }) => `${dimension} ${value}`)
  return [...parts.values()]
    .flatMap((days): Breakdown[] => {
      const [first] = days
      if (!first) return []
      const name = first.dimension === 'channel' ? names.get(first.value) : undefined
      const by = first.dimension as Breakdown['by']
      return [{ by, value: first.value, ...(name !== undefined && { name }), figures: figuresFor(days) }]
    })
    .toSorted((one, other) => other.figures.opened - one.figures.opened)
}

const filterOf = async (trx: Db, { userId, channelId }: Query): Promise<ReportFilter | undefined> => {
  if (userId !== undefined) return { by: 'user', name: await getDisplayName(trx, userId) }
  if (channelId === undefined) return undefined
  const name = (await listChannelNames(trx)).get(String(channelId)) ?? `#${channelId}`
  return { by: 'channel', name }
}

export const showChatStatistics: Action<Deps, typeof getChatStatistics> = async (deps, { accountId }, { query }) => {
  const { userId, channelId } = query
  const only = onlyFilter({ userId, channelId })
  if (!only.ok) return fail('input_invalid', { fields: only.fields })
  const { figures, replica } = await readReport(
    deps,
    accountId,
    query,
    countWaiting,
    async (trx, { period, now: waitingNow }) => {
      const dimension = userId !== undefined ? 'user' : channelId !== undefined ? 'channel' : 'all'
      const days = await listDays(trx, period, [dimension], String(userId ?? channelId ?? ''))
      const breakdowns = dimension === 'all' ? await loadBreakdowns(trx, period) : []
      const filter = await filterOf(trx, query)
      return { ...reportFor(days, period), ...(filter && { filter }), breakdowns, waitingNow }
    },
  )
  return { success: true, statistics: { ...figures, ...(replica && { replica }) } }
}
