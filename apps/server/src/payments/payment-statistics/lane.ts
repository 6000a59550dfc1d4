import type { StatisticsKeeper } from '../../platform/statistics/service.ts'
import { computeDay, listStaleDays } from './store.ts'

export const paymentStatistics: StatisticsKeeper = { area: 'payments', listStaleDays, computeDay }
