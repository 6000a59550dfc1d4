import { customerTokens, orderTokens, type Token } from '../src/crm/search/rules.ts'
import { wordsOf } from '../src/lib/text/word-search.ts'

// Rows of a large account for COPY. Each row is derived from its number alone, so that every run creates the same data.

export type Account = {
  accountId: number
  shopIds: number[]
  managerIds: number[]
  statuses: { code: string; open: boolean }[]
  /** The time of the latest row, in seconds. */
  now: number
}
type Value = string | number | boolean | null
export type Rows = Iterable<Value[]>

const FIRST = ['Ada', 'Bruno', 'Carla', 'Dmitri', 'Elena', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Katya', 'Liam']
const LAST = ['Adler', 'Berg', 'Costa', 'Dubois', 'Evans', 'Fischer', 'Garcia', 'Horvat', 'Ivanova', 'Jensen', 'Khan']
const AREAS = ['201', '206', '212', '213', '303', '305', '312', '404', '415', '503', '512', '602', '617', '702', '713']
const GOODS = ['Fern', 'Fig tree', 'Lavender', 'Monstera', 'Olive tree', 'Peace lily', 'Rosemary', 'Snake plant']
/** Recent months have more rows, as in a growing shop. */
const YEARS_S = 3 * 365 * 86_400
const OPEN_SHARE = 15

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** A hash: a pseudo-random number for each index. */
const scatter = (index: number, salt: number): number => {
  let value = (Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b)) >>> 0
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0
  return (value ^ (value >>> 13)) >>> 0
}

const timeOf = ({ now }: Account, index: number, count: number): string => {
  const age = 1 - (index + 1) / count
  return new Date((now - Math.floor(age * age * YEARS_S)) * 1000).toISOString()
}

/** A US number that is unique in the account, except that every 500th customer shares one with another. */
export const homeNumber = (index: number): string => {
  const owner = index % 500 === 499 ? index - 1 : index
  const line = 2_000_000 + ((Math.floor(owner / AREAS.length) * 7_919) % 7_999_999)
  return `${pick(AREAS, owner)}${line}`
}

const WRITTEN: readonly ((number: string) => string)[] = [
  (number) => `+1${number}`,
  (number) => `(${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`,
  (number) => `+1 ${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`,
  (number) => `1${number}`,
  (number) => `${number.slice(0, 3)}.${number.slice(3, 6)}.${number.slice(6)}`,
]

/** Every twentieth customer has a second number, in a national format of unknown country. */
export const abroadNumber = (index: number): string | undefined =>
  index % 20 === 7 ? String(90_000_000 + ((index * 7_919) % 9_999_991)) : undefined

const personOf = (index: number) => ({
  firstName: pick(FIRST, scatter(index, 1)),
  lastName: pick(LAST, scatter(index, 2)),
  email: `customer${index}@example.test`,
})

export const CUSTOMER = [
  'account_id',
  'id',
  'external_id',
  'shop_id',
  'first_name',
  'last_name',
  'manager_id',
  'last_contact_at',
  'created_at',
]

export function* customerRows(account: Account, firstId: number, count: number): Rows {
  for (let index = 0; index < count; index++) {
    const { firstName, lastName } = personOf(index)
    const at = timeOf(account, index, count)
    const contact = index % 3 === 0 ? null : at
    const shop = pick(account.shopIds, scatter(index, 3))
    const manager = index % 10 === 0 ? null : pick(account.managerIds, scatter(index, 4))
    yield [account.accountId, firstId + index, `c${index}`, shop, firstName, lastName, manager, contact, at]
  }
}

export const PHONE = ['account_id', 'customer_id', 'place', 'given', 'e164', 'tail']

export function* phoneRows({ accountId }: Account, firstId: number, count: number): Rows {
  for (let index = 0; index < count; index++) {
    const number = homeNumber(index)
    yield [accountId, firstId + index, 0, pick(WRITTEN, index)(number), `+1${number}`, number]
    const abroad = abroadNumber(index)
    if (abroad) yield [accountId, firstId + index, 1, abroad.replace(/\d\d(?=.)/g, '$& '), null, abroad]
  }
}

export const EMAIL = ['account_id', 'customer_id', 'place', 'email', 'email_key']

export function* emailRows({ accountId }: Account, firstId: number, count: number): Rows {
  for (let index = 0; index < count; index++) {
    const { email } = personOf(index)
    yield [accountId, firstId + index, 0, email, email]
  }
}

export const TOKEN = ['account_id', 'entity', 'entity_id', 'kind', 'token']

const tokenRows = ({ accountId }: Account, entity: 'c' | 'o', id: number, tokens: readonly Token[]): Value[][] =>
  tokens.map(({ kind, token }) => [accountId, entity, id, kind, token])

export function* customerTokenRows(account: Account, firstId: number, count: number): Rows {
  for (let index = 0; index < count; index++) {
    const { email, ...names } = personOf(index)
    const phones = [`+1${homeNumber(index)}`, abroadNumber(index) ?? ''].map((given) => ({ given }))
    const tokens = customerTokens({ ...names, patronymic: '', phones, emails: [email] })
    yield* tokenRows(account, 'c', firstId + index, tokens)
  }
}

export const ORDER = [
  'account_id',
  'id',
  'number',
  'external_id',
  'shop_id',
  'customer_id',
  'manager_id',
  'status',
  'open',
  'first_name',
  'last_name',
  'phone',
  'email',
  'currency',
  'total',
  'created_at',
]

type Ranges = { customers: { first: number; count: number }; first: number; count: number }

/** Whole sums: what is made here is never added up in floats. */
const priceOf = (index: number, place: number): number => 5 + (scatter(index, 20 + place) % 200)

export function* orderRows(account: Account, { customers, first, count }: Ranges): Rows {
  const open = account.statuses.filter((status) => status.open)
  const closed = account.statuses.filter((status) => !status.open)
  for (let index = 0; index < count; index++) {
    const buyer = scatter(index, 5) % customers.count
    const { firstName, lastName, email } = personOf(buyer)
    const status = pick(scatter(index, 6) % 100 < OPEN_SHARE ? open : closed, scatter(index, 7))
    const shop = pick(account.shopIds, scatter(index, 8))
    const manager = pick(account.managerIds, scatter(index, 9))
    const sum = priceOf(index, 0) + priceOf(index, 1)
    const number = String(index + 1)
    const person = [firstName, lastName, `+1${homeNumber(buyer)}`, email]
    const whose = [shop, customers.first + buyer, manager, status.code, status.open]
    yield [
      ...[account.accountId, first + index, number, `o${index}`, ...whose, ...person],
      ...['USD', sum, timeOf(account, index, count)],
    ]
  }
}

export const ITEM = ['account_id', 'id', 'order_id', 'place', 'name', 'price', 'quantity']

export function* itemRows({ accountId }: Account, firstId: number, { first, count }: Ranges): Rows {
  for (let index = 0; index < count; index++)
    for (const place of [0, 1]) {
      const name = pick(GOODS, scatter(index, 10 + place))
      yield [accountId, firstId + index * 2 + place, first + index, place, name, priceOf(index, place), 1]
    }
}

export function* orderTokenRows(account: Account, { customers, first, count }: Ranges): Rows {
  for (let index = 0; index < count; index++) {
    const { firstName, lastName } = personOf(scatter(index, 5) % customers.count)
    const items = [0, 1].map((place) => ({ name: pick(GOODS, scatter(index, 10 + place)) }))
    const names = { firstName, lastName, patronymic: '' }
    const tokens = orderTokens({ ...names, number: String(index + 1), externalId: `o${index}`, items })
    yield* tokenRows(account, 'o', first + index, tokens)
  }
}

export const CALL = [
  'account_id',
  'id',
  'module_id',
  'external_id',
  'direction',
  'phone',
  'phone_key',
  'customer_id',
  'user_id',
  'shop_id',
  'state',
  'result',
  'missed',
  'started_at',
  'ended_at',
  'duration',
  'recorded',
]

export function* callRows(account: Account, moduleId: number, { customers, first, count }: Ranges): Rows {
  for (let index = 0; index < count; index++) {
    const caller = scatter(index, 11) % customers.count
    const phone = `+1${homeNumber(caller)}`
    const missed = scatter(index, 12) % 8 === 0
    const user = missed ? null : pick(account.managerIds, scatter(index, 13))
    const shop = pick(account.shopIds, scatter(index, 14))
    const at = timeOf(account, index, count)
    const direction = missed || scatter(index, 15) % 3 > 0 ? 'in' : 'out'
    const talk = missed ? 0 : 10 + (scatter(index, 16) % 600)
    const whose = [customers.first + caller, user, shop]
    yield [
      ...[account.accountId, first + index, moduleId, `call-${index}`, direction, phone, phone, ...whose],
      ...['ended', missed ? 'no answer' : 'answered', missed, at, at, talk, true],
    ]
  }
}

export const CHAT = ['account_id', 'id', 'channel_id', 'external_user_id', 'first_name', 'last_name', 'active_at']
const MESSAGES_A_CHAT = 100
export const chatsFor = (messages: number): number => Math.ceil(messages / MESSAGES_A_CHAT)

export function* chatRows({ accountId, now }: Account, channelId: number, first: number, count: number): Rows {
  const at = new Date(now * 1000).toISOString()
  for (let index = 0; index < count; index++) {
    const { firstName, lastName } = personOf(index)
    yield [accountId, first + index, channelId, `visitor-${index}`, firstName, lastName, at]
  }
}

const COMMON = ['hello', 'thanks', 'please', 'order', 'delivery', 'when', 'price', 'colour', 'refund', 'gasket']
const SYLLABLES = ['ba', 'co', 'du', 'fe', 'gi', 'ho', 'ju', 'ka', 'le', 'mi', 'no', 'pu', 'ra', 'se', 'ti', 'vo']
const VOCABULARY = 50_000
const WORDS_A_MESSAGE = 12

const wordAt = (rank: number): string => {
  if (rank < COMMON.length) return COMMON[rank] as string
  let [word, rest] = ['', rank]
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += pick(SYLLABLES, rest)
  return `${word}n`
}

/** Few words are common and most are rare, as in any language. */
const textOf = (index: number): string =>
  Array.from({ length: WORDS_A_MESSAGE }, (_, place) => {
    const share = scatter(index, 40 + place) / 2 ** 32
    return wordAt(Math.floor(VOCABULARY ** share) - 1)
  }).join(' ')

export const MESSAGE = [
  'account_id',
  'id',
  'chat_id',
  'channel_id',
  'originator',
  'type',
  'content',
  'status',
  'created_at',
]
/** Within the time in which messages are searched. */
const SEARCHED_S = 360 * 86_400

type Messages = { channelId: number; chats: { first: number; count: number }; first: number; count: number }

export function* messageRows({ accountId, now }: Account, { channelId, chats, first, count }: Messages): Rows {
  for (let index = 0; index < count; index++) {
    const chat = chats.first + (scatter(index, 30) % chats.count)
    const at = new Date((now - Math.floor((1 - index / count) * SEARCHED_S)) * 1000).toISOString()
    yield [accountId, first + index, chat, channelId, 'customer', 'text', textOf(index), 'received', at]
  }
}

export const MESSAGE_TOKEN = ['message_id', 'account_id', 'token']

export function* messageTokenRows({ accountId }: Account, first: number, count: number): Rows {
  for (let index = 0; index < count; index++)
    for (const word of wordsOf(textOf(index))) yield [first + index, accountId, word]
}
