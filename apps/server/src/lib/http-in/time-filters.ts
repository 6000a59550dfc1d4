import { fromLocalTime, untilLocalTime } from '@patchbay/contract/base/local-time'
import { fail } from '../errors.ts'

type Dates = { dateFrom?: string; dateTo?: string }

const timeOf = (name: keyof Dates, text: string, zone: string): Date => {
  const at = name === 'dateTo' ? untilLocalTime(text, zone) : fromLocalTime(text, zone)
  return at ?? fail('input_invalid', { fields: { [name]: `is not a time: ${text}` } })
}

/** The times of the filters dateFrom and dateTo, which a client gives in the account's zone. */
export const timesOf = ({ dateFrom, dateTo }: Dates, zone: string): { from?: Date; to?: Date } => ({
  ...(dateFrom !== undefined && { from: timeOf('dateFrom', dateFrom, zone) }),
  ...(dateTo !== undefined && { to: timeOf('dateTo', dateTo, zone) }),
})
