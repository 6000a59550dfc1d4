// The weekly report by email, received by a real SMTP server.
import type { ChatStatistics } from '@patchbay/contract/chats/workspace/chat-statistics'
import type { PaymentStatistics } from '@patchbay/contract/payments/workspace/payment-statistics'
import { DEFAULT_NOTIFICATION_SETTINGS } from '@patchbay/contract/platform/notification-constants'
import type { CallStatistics } from '@patchbay/contract/telephony/workspace/call-statistics'
import { FERN } from '@patchbay/testkit/fixtures'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type MailServer, startMailServer } from '@patchbay/testkit/mail-server'
import { waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scheduleReports } from '../../src/integration-modules/weekly-reports/jobs.ts'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { insertCast, randomChange, seededRandom } from '../platform/statistics-changes.ts'
import { readHeader, readMime } from '../support/mime.ts'
import { readPng } from '../support/png.ts'
import { type System, startSystem } from '../support/system.ts'

type Name = 'ada' | 'bruno' | 'chiara'
const LANGUAGES = { ada: 'en', bruno: 'es', chiara: 'ru' } as const
const NAMES = Object.keys(LANGUAGES) as Name[]

/** The week in which the clock of Berlin changes, and the one before it. */
const [WEEK, BEFORE] = [
  { from: '2026-10-19', to: '2026-10-25' },
  { from: '2026-10-12', to: '2026-10-18' },
]

let mailServer: MailServer
let system: System
let now = new Date('2026-10-26T05:59:59Z')
const wires = {} as Record<Name, HttpClient>

const inFern = <T>(work: (trx: Db) => Promise<T>) => inAccount(system.deps.db, system.fern.accountId, work)

const saveSettings = async (name: Name, weeklyReport: boolean): Promise<void> => {
  const reply = await wires[name].send('PUT', '/workspace/me/notification-settings', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...DEFAULT_NOTIFICATION_SETTINGS, weeklyReport }),
  })
  expect(reply.status, reply.text).toBe(200)
}

const computed = () =>
  waitUntil('the figures are computed', async () => {
    const left = await inFern((trx) => trx.selectFrom('statistics_change').select('id').execute())
    return left.length === 0
  })

beforeAll(async () => {
  mailServer = await startMailServer()
  system = await startSystem({ accounts: ['fern'], env: { MAIL_URL: mailServer.url }, now: () => now })
  await system.work()
  for (const name of NAMES) wires[name] = await system.fern.signIn(name)
  await inFern(async (trx) => {
    await trx.updateTable('account').set({ timezone: 'Europe/Berlin' }).execute()
    for (const name of NAMES)
      await trx
        .updateTable('app_user')
        .set({ language: LANGUAGES[name] })
        .where('id', '=', system.fern.userIds[name])
        .execute()
    const random = seededRandom(11)
    const cast = await insertCast(trx, Object.values(system.fern.userIds).slice(0, 3))
    for (let number = 1; number <= 400; number++) await randomChange(trx, cast, random, number)
  })
  await computed()
  for (const name of NAMES) await saveSettings(name, true)
})
afterAll(async () => {
  await system.close()
  mailServer.close()
})

const schedule = () => scheduleReports(system.deps, system.fern.accountId)

const mailsTo = (name: Name) =>
  mailServer.mails.filter(({ to, accepted }) => accepted && to === FERN.people[name].email)

const unsent = () =>
  inFern((trx) => trx.selectFrom('weekly_report').select('user_id').where('sent_at', 'is', null).execute())

const allSent = () => waitUntil('every report is sent', async () => (await unsent()).length === 0)

const partsOf = (name: Name) => {
  const [message] = mailsTo(name)
  const [own, ...parts] = readMime(message?.message ?? '')
  const find = (type: string) => parts.find(({ headers }) => headers['content-type']?.startsWith(type))
  return {
    subject: readHeader(own?.headers.subject),
    messageId: own?.headers['message-id'],
    text: find('text/plain')?.body.toString().replaceAll('\r\n', '\n') ?? '',
    html: find('text/html')?.body.toString() ?? '',
    picture: find('image/png'),
  }
}

const report = async <T>(area: string, { from, to }: typeof WEEK): Promise<T> =>
  ((await wires.ada.get(`/workspace/${area}-statistics`, { from, to })).body as { statistics: T }).statistics

describe('[D-132]', () => {
  it('sends nothing before seven on Monday, then one email to each user who wants it, however often it is scheduled', async () => {
    expect(await schedule()).toBe(0)
    now = new Date('2026-10-26T06:00:00Z')
    await saveSettings('chiara', false)
    const added = await Promise.all(Array.from({ length: 6 }, schedule))
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(2)
    await saveSettings('chiara', true)
    now = new Date('2026-10-26T15:00:00Z')
    expect(await schedule()).toBe(1)
    expect(await schedule()).toBe(0)
    await allSent()
    expect(NAMES.map((name) => mailsTo(name).length)).toEqual([1, 1, 1])
  })

  it('has the figures of the report pages, of the week and of the one before, with links to that week', async () => {
    const { text, html, subject } = partsOf('ada')
    const [calls, callsBefore] = [
      await report<CallStatistics>('call', WEEK),
      await report<CallStatistics>('call', BEFORE),
    ]
    const chats = await report<ChatStatistics>('chat', WEEK)
    const payments = await report<PaymentStatistics>('payment', WEEK)
    const number = (count: number) => new Intl.NumberFormat('en-US').format(count)
    expect(calls.total.incoming).toBeGreaterThan(0)
    for (const [name, figure] of [
      ['Incoming', 'incoming'],
      ['Answered', 'answered'],
      ['Missed', 'missed'],
      ['Returned', 'returned'],
    ] as const)
      expect(text).toContain(
        `${name}: ${number(calls.total[figure])} (week before: ${number(callsBefore.total[figure])}`,
      )
    expect(text).toContain(`Opened: ${number(chats.total.opened)} (`)
    expect(text).toContain(`Closed: ${number(chats.total.closed)} (`)
    const paid = payments.currencies.filter(({ total }) => total.issued > 0)
    expect(paid.length).toBeGreaterThan(1)
    for (const { currency, total } of paid) {
      const money = new Intl.NumberFormat('en-US', { style: 'currency', currency })
      expect(text).toContain(`Payments, ${currency}`)
      expect(text).toContain(`Amount paid: ${money.format(total.paidAmount as Intl.StringNumericLiteral)} (`)
    }
    for (const area of ['calls', 'payments', 'chats']) {
      const link = `http://${FERN.host}/reports/${area}?from=${WEEK.from}&to=${WEEK.to}`
      expect(text).toContain(link)
      expect(html).toContain(`href="${link.replaceAll('&', '&#38;')}"`)
    }
    expect(subject).toMatch(/^Fern.*: your week, Oct 19.*25, 2026$/)
  })

  it('shows the chart as a picture in the email, with what it says as its text', async () => {
    const { html, picture } = partsOf('ada')
    expect(picture?.headers['content-id']).toBe('<chart@weekly-report>')
    expect(picture?.headers['content-disposition']).toMatch(/^inline/)
    const calls = await report<CallStatistics>('call', WEEK)
    const [monday] = calls.days.map(({ figures }) => figures.answered + figures.missed)
    expect(html).toMatch(new RegExp(`<img src="cid:chart@weekly-report" alt="Chart of the week.*Mon ${monday}, `))
    const { width, height, colours } = readPng(picture?.body ?? Buffer.alloc(0))
    expect(width).toBe(1120)
    expect(height % 380).toBe(0)
    // White paper, green and red bars, and the grey edges of letters.
    expect(colours.size).toBeGreaterThan(30)
    expect(colours.get(0xffffff)).toBeGreaterThan((width * height) / 2)
    const { total } = await report<ChatStatistics>('chat', WEEK)
    // In the legend, and in a bar where there is something.
    for (const [colour, counted] of [
      [0x187a6b, calls.total.answered],
      [0xb42318, calls.total.missed],
      [0x1d5fbf, total.opened],
    ] as const)
      expect(colours.get(colour)).toBeGreaterThan(counted > 0 ? 800 : 200)
  })

  it('is in the language of each user', () => {
    const [es, ru] = [partsOf('bruno'), partsOf('chiara')]
    expect(es.subject).toMatch(/su semana, 19.25 oct 2026$/)
    expect(es.text).toMatch(/Llamadas\n {2}Entrantes: \d+ \(semana anterior: /)
    expect(ru.subject).toMatch(/итоги недели, 19.25 окт\. 2026/)
    expect(ru.text).toMatch(/Звонки\n {2}Входящие: \d+ \(неделей раньше: /)
    expect(ru.html).toContain('<html lang="ru">')
    const ids = new Set(NAMES.map((name) => partsOf(name).messageId))
    expect(ids.size).toBe(3)
  })

  it('comes again a week later, not to those who turned it off or left', async () => {
    await saveSettings('bruno', false)
    await inFern((trx) =>
      trx.updateTable('app_user').set({ active: false }).where('id', '=', system.fern.userIds.chiara).execute(),
    )
    now = new Date('2026-11-02T06:00:00Z')
    expect(await schedule()).toBe(1)
    await allSent()
    expect(NAMES.map((name) => mailsTo(name).length)).toEqual([2, 1, 1])
  })
})
