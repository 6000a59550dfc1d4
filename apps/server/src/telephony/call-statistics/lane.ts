import type { StatisticsKeeper } from '../../platform/statistics/service.ts'
import { computeDay, listStaleDays } from './store.ts'

export const callStatistics: StatisticsKeeper = { area: 'calls', counts: 'calls', listStaleDays, computeDay }
