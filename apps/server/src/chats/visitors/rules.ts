import { COUNTRIES } from '@patchbay/contract/base/countries'
import type { Visitor } from '@patchbay/contract/chats/workspace/visitors'
import { notUnderstood, readJsonAnswer, type VerdictRule } from '../../platform/traffic/verdict-rules.ts'

/** D-98: an answer is of use when it is JSON. */
export const visitorVerdict: VerdictRule = (answer) => {
  const { status } = answer
  if (status !== 200) return notUnderstood(status, 'not-200')
  const { unreadable } = readJsonAnswer(answer)
  return unreadable === undefined ? { code: 'fetched' } : notUnderstood(status, unreadable)
}

// D-115: what a transport says about a visitor. It is somebody else's text: short, and of the types that we show.

const LONGEST = 200
const LONGEST_URL = 2_000
const MOST_PAGES = 5

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const textOf = (value: unknown, longest = LONGEST): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longest) : undefined

const momentOf = (value: unknown): string | undefined => {
  const at = typeof value === 'string' ? new Date(value) : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined
}

const joined = (...parts: unknown[]): string | undefined => {
  const texts = parts.map((part) => textOf(part)).filter((part) => part !== undefined)
  return texts.length > 0 ? texts.join(', ') : undefined
}

/** Addresses of the web alone: a manager clicks on them. */
const pageOf = (page: unknown): { url: string; title: string }[] => {
  const { url, title } = fieldsOf(page)
  const address = textOf(url, LONGEST_URL)
  return address !== undefined && /^https?:\/\//i.test(address)
    ? [{ url: address, title: textOf(title) ?? address }]
    : []
}

const lastVisitOf = (value: unknown): Visitor['lastVisit'] => {
  const { createdAt, source, pages } = fieldsOf(value)
  const [at, from] = [momentOf(createdAt), textOf(source)]
  const seen = (Array.isArray(pages) ? pages : []).slice(-MOST_PAGES).flatMap(pageOf)
  if (at === undefined && from === undefined && seen.length === 0) return undefined
  return { ...(at !== undefined && { at }), ...(from !== undefined && { source: from }), pages: seen }
}

/** From the answers of both actions; undefined: there was none. */
export const visitorOf = (online: unknown, visits: unknown): Visitor => {
  const { lastVisit, countVisits, device, country, city } = fieldsOf(visits)
  const { browser, os } = fieldsOf(device)
  const code = textOf(country)?.toUpperCase()
  const shown = {
    lastOnline: momentOf(fieldsOf(online).lastOnline),
    visits: Number.isSafeInteger(countVisits) && Number(countVisits) >= 0 ? Number(countVisits) : undefined,
    lastVisit: lastVisitOf(lastVisit),
    device: joined(browser, os),
    place: joined(city, code !== undefined && COUNTRIES.includes(code) ? code : country),
  }
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) as Visitor
}
