// Shared by the tests of closing a day: a bank with a statement, paid invoices, and the requests of the page.
import { lastDays } from '@patchbay/contract/base/local-time'
import type { DayChange, DayDifference, DayEntry, PaymentDay } from '@patchbay/contract/payments/workspace/payment-days'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { waitUntil } from '@patchbay/testkit/services'
import { expect } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { issue, register } from './payment-cast.ts'
import type { System } from './system.ts'

export type DayView = {
  day: PaymentDay
  differences: DayDifference[]
  changes: DayChange[]
  closings: { by: string; matched: number; different: number }[]
}

export const ACTIONS = {
  actions: {
    ...{ create: '/pay/create', approve: '/pay/approve', cancel: 'pay/cancel', refund: '/pay/refund' },
    ...{ status: '/pay/status', statement: '/pay/statement' },
  },
  currencies: ['USD', 'EUR'],
}

/** Whichever of the two is not close to midnight now, so that no day ends during a test. Both are east of Greenwich. */
const hour = new Date().getUTCHours()
export const ZONE = hour >= 3 && hour < 19 ? 'Europe/Berlin' : 'Asia/Tokyo'

export const today = (): string => lastDays(new Date(), ZONE, 1)[0] ?? ''

export const setTimeZone = async ({ deps, fern }: System, timezone: string): Promise<void> => {
  await inAccount(deps.db, fern.accountId, (trx) => trx.updateTable('account').set({ timezone }).execute())
  await waitUntil('the time zone is known', async () => {
    return (await deps.accounts.account(fern.accountId)).timezone === timezone
  })
}

export type DayBank = Awaited<ReturnType<typeof startDayBank>>

/** A bank of its own with a module of its own. */
export const startDayBank = async (system: System, ada: HttpClient, code: string, more: object = ACTIONS) => {
  const bank: Bank = await startBank({ crm: () => system.fern.api, idempotent: true })
  const module = await register(system.fern, code, bank.url, more as Record<string, unknown>)
  const read = async (id: number): Promise<DayView> => {
    const reply = await ada.get(`/workspace/payment-days/${id}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  const post = (id: number, what: string, body: object = {}) =>
    ada.postJson(`/workspace/payment-days/${id}/${what}`, body)
  const until = async (id: number, what: string, is: (view: DayView) => boolean): Promise<DayView> => {
    let view: DayView | undefined
    await waitUntil(what, async () => {
      view = await read(id)
      return is(view)
    })
    return view as DayView
  }
  return {
    bank,
    module,
    read,
    post,
    until,
    issue: () => issue(system.fern, bank, module.type),
    pay: async () => {
      const issued = await issue(system.fern, bank, module.type)
      const { reports } = await bank.pay(issued.bankId, 'no-hold')
      expect(reports.at(-1)?.status).toBe(200)
      return issued
    },
    open: async (day = today()): Promise<number> => {
      const reply = await ada.postJson('/workspace/payment-days', { module: code, day })
      expect(reply.status, reply.text).toBe(200)
      return (reply.body as { id: number }).id
    },
    fetch: async (id: number): Promise<DayView> => {
      const reply = await post(id, 'fetch')
      expect(reply.status, reply.text).toBe(200)
      return until(id, 'the statement is fetched', ({ day }) => day.statement.state !== 'requested')
    },
    upload: (id: number, text: string | Buffer, mapping?: string) => {
      const query = new URLSearchParams({ dayId: String(id), name: 'statement.csv', ...(mapping && { mapping }) })
      const headers = { 'content-type': 'text/csv' }
      return ada.send('POST', `/workspace/payment-statements?${query}`, { headers, body: text })
    },
    entries: async (id: number): Promise<DayEntry[]> => {
      const all: DayEntry[] = []
      let after: number | undefined
      do {
        const query = { dayId: String(id), ...(after !== undefined && { after: String(after) }) }
        const { body } = await ada.get('/workspace/payment-day-entries', query)
        const page = body as { entries: DayEntry[]; next?: number }
        all.push(...page.entries)
        after = page.next
      } while (after !== undefined)
      return all
    },
    acknowledgeAll: async (id: number, note: string) => {
      const discrepancyIds = (await read(id)).differences.filter((one) => !one.resolvedAt).map((one) => one.id)
      return post(id, 'acknowledge', { discrepancyIds, note })
    },
  }
}
