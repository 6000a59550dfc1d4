import { toLocalTime } from '@patchbay/contract/base/local-time'
import { createContext, use } from 'react'

// Dates and money in the language of the user and the time zone of the account.

type LocaleSettings = { locale: string; timezone: string; currency: string }

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const SHORT_UNITS = [...UNITS, ['second', 1]] as [string, number][]
const DAYS_AGO = 7
const DAY = 86_400
const MEGABYTE = 1024 * 1024

/** Capitalises a text of the server that starts a sentence. */
export const asSentence = (text: string): string => `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`

/** The account's way of writing the user's language (en-GB), if that is its language too; else the language itself. */
const localeFor = (language: string, accountLocale: string): string =>
  accountLocale.split('-')[0] === language.split('-')[0] ? accountLocale : language

const two = (number: number): string => String(number).padStart(2, '0')

/** Of reports. */
const reportFormat = (locale: string, language: string) => {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const weekdays = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'short' })
  return {
    /** A round number of seconds, in the largest unit that has no rest: 90 sec, 2 hr. */
    span: (seconds: number): string => {
      const [unit, size] = SHORT_UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1]
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(seconds / size)
    },
    share: (part: number, whole: number): string => (whole === 0 ? '–' : percent.format(part / whole)),
    /** Monday is 1. */
    weekday: (number: number): string => weekdays.format(new Date(Date.UTC(2024, 0, number))),
  }
}

export const createFormat = (
  { locale: accountLocale, timezone, currency }: LocaleSettings,
  language: string = accountLocale,
) => {
  const locale = localeFor(language, accountLocale)
  const dates = new Intl.DateTimeFormat(locale, { timeZone: timezone, dateStyle: 'medium' })
  const times = new Intl.DateTimeFormat(locale, { timeZone: timezone, timeStyle: 'short' })
  const moments = new Intl.DateTimeFormat(locale, { timeZone: timezone, dateStyle: 'medium', timeStyle: 'short' })
  const exact = new Intl.DateTimeFormat(locale, { timeZone: timezone, dateStyle: 'medium', timeStyle: 'medium' })
  const precise = new Intl.DateTimeFormat(locale, {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  })
  const localDates = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' })
  const localMoments = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' })
  const weekdays = new Intl.DateTimeFormat(locale, { timeZone: timezone, dateStyle: 'full' })
  const numbers = new Intl.NumberFormat(locale)
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const dayCount = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const date = (at: string): string => dates.format(new Date(at))
  return {
    date,
    /** The heading of a day: Today, Yesterday, or the date with its weekday. */
    day: (at: string, now = Date.now()): string => {
      const dayOf = (moment: number) => Date.parse(toLocalTime(new Date(moment), timezone).slice(0, 10))
      const days = Math.round((dayOf(Date.parse(at)) - dayOf(now)) / (DAY * 1000))
      return asSentence(days === 0 || days === -1 ? relative.format(days, 'day') : weekdays.format(new Date(at)))
    },
    time: (at: string): string => times.format(new Date(at)),
    moment: (at: string): string => moments.format(new Date(at)),
    /** To the millisecond, for steps that follow each other closely. */
    precise: (at: string): string => precise.format(new Date(at)),
    exact: (at: string): string => exact.format(new Date(at)),
    /** A time that the server already formatted in the account's time zone (Y-m-d H:i:s). */
    local: (text: string, onlyDate = false): string =>
      (onlyDate ? localDates : localMoments).format(new Date(`${text.replace(' ', 'T')}Z`)),
    number: (number: number): string => numbers.format(number),
    /** Formats a decimal string digit by digit: it is never converted to a float. */
    money: (amount: number | string, of: string = currency): string =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: of }).format(amount as Intl.StringNumericLiteral),
    /** 20971520 → 20 MB */
    bytes: (size: number): string =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: size < MEGABYTE ? 'kilobyte' : 'megabyte',
        maximumFractionDigits: size < MEGABYTE ? 0 : 1,
      }).format(size / (size < MEGABYTE ? 1024 : MEGABYTE)),
    /** 73 → 1:13; two days or more: 2 days 3:05:00 */
    duration: (seconds: number): string => {
      const days = seconds < 2 * DAY ? 0 : Math.floor(seconds / DAY)
      const left = seconds - days * DAY
      const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, Math.floor(left % 60)]
      if (days > 0) return `${dayCount.format(days)} ${hours}:${two(minutes)}:${two(rest)}`
      return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
    },
    ...reportFormat(locale, language),
    /** How long since then, in its largest unit: 12 min. */
    elapsed: (at: string, now = Date.now()): string => {
      const seconds = Math.max(0, (now - Date.parse(at)) / 1000)
      const [unit, size] = SHORT_UNITS.find(([, each]) => seconds >= each) ?? ['second', 1]
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
        Math.floor(seconds / size),
      )
    },
    /** Recent times as a distance ("5 min ago"), others as a date. */
    ago: (at: string, now = Date.now()): string => {
      const seconds = Math.round((Date.parse(at) - now) / 1000)
      if (Math.abs(seconds) > DAYS_AGO * 86_400) return date(at)
      const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
      return relative.format(unit === 'second' && Math.abs(seconds) < 10 ? 0 : Math.trunc(seconds / size), unit)
    },
  }
}

export type Format = ReturnType<typeof createFormat>

export const FormatContext = createContext<Format>(
  createFormat({ locale: navigator.language, timezone: 'UTC', currency: 'USD' }),
)

export const useFormat = (): Format => use(FormatContext)
