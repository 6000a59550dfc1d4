import type { StatisticsKeeper } from '../../platform/statistics/service.ts'
import { computeDay, listStaleDays } from './store.ts'

export const chatStatistics: StatisticsKeeper = { area: 'chats', counts: 'messages', listStaleDays, computeDay }
