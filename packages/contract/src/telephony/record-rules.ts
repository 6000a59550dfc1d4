import { fromLocalTime } from '../base/local-time.ts'
import type { CallRecord } from './history.ts'

/** T-17: what the schema of a record cannot say: February 31 is no date. Names the first record that is refused. */
export const whyRecordsRefused = (
  records: readonly Pick<CallRecord, 'date'>[],
  timezone: string,
): Record<string, string> | undefined => {
  const place = records.findIndex(({ date }) => fromLocalTime(date, timezone) === undefined)
  return place < 0 ? undefined : { [`${place}.date`]: `is not a date of the calendar: ${records[place]?.date}` }
}
