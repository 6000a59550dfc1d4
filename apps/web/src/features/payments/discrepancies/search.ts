import { flag, searchParams } from '../../../lib/search.ts'

export const discrepancySearch = searchParams({ settled: flag })
