// A day is compared with the statement of its module, its differences are acknowledged, it is closed, and says when it changes.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DayBank, setTimeZone, startDayBank, today, ZONE } from '../support/payment-day-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let ada: HttpClient
let bruno: HttpClient
const banks: DayBank[] = []

beforeAll(async () => {
  system = await startSystem()
  await setTimeZone(system, ZONE)
  await system.work()
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
})
afterAll(async () => {
  for (const { bank } of banks) await bank.close()
  await system.close()
})

const start = async (code: string, more?: object): Promise<DayBank> => {
  const one = await startDayBank(system, ada, code, more)
  banks.push(one)
  return one
}

const kindsOf = (view: { differences: readonly { kind: string }[] }) => view.differences.map(({ kind }) => kind).sort()

const paymentIn = ({ bank }: DayBank, id: string) => {
  const payment = bank.ledger.payments.get(id)
  if (!payment) throw new Error(`no payment ${id}`)
  return payment
}

it('[D-134] closes a day that matches, with exact totals by currency', async () => {
  const bank = await start('plain')
  await bank.pay()
  const { uuid } = await bank.pay()
  const refund = { kind: 'refund', amount: 30 }
  expect((await ada.postJson(`/workspace/invoices/${uuid}/operations`, refund)).status).toBe(200)
  const id = await bank.open()
  expect(await bank.open()).toBe(id)
  expect((await bank.post(id, 'close')).body).toMatchObject({ errorCode: 'day_without_statement' })
  const view = await bank.fetch(id)
  expect(view.differences).toEqual([])
  const side = { payments: 2, paid: '200.00', refunds: 1, refunded: '30.00' }
  expect(view.day).toMatchObject({
    ...{ state: 'open', matched: 3, different: 0, day: today() },
    totals: [{ currency: 'USD', matched: 3, different: 0, provider: side, ours: side }],
    statement: { state: 'ready', source: 'module', lines: 3, outside: 0 },
  })
  expect((await bank.post(id, 'close')).status).toBe(200)
  const closed = await bank.read(id)
  expect(closed.day).toMatchObject({ state: 'closed', closedBy: expect.stringContaining('ada') })
  expect(closed.closings).toHaveLength(1)
  expect((await bank.post(id, 'fetch')).body).toMatchObject({ errorCode: 'day_closed' })
})

it('[D-134] finds what is planted: unknown here, another amount, a refund that was never reported; the CSV has them', async () => {
  const bank = await start('planted')
  const { bankId: lessId } = await bank.pay()
  const { bankId: refundedId } = await bank.pay()
  const strange = await bank.pay()
  const stranger = { ...paymentIn(bank, strange.bankId), id: 'pay_stranger', invoiceUuid: crypto.randomUUID() }
  bank.bank.ledger.payments.set('pay_stranger', stranger)
  paymentIn(bank, lessId).capturedAmount = 9_000
  paymentIn(bank, refundedId).refunds.push({ id: 're_lost', amount: 2_500, key: 'x', at: new Date() })
  const id = await bank.open()
  const view = await bank.fetch(id)
  expect(kindsOf(view)).toEqual(['amount-differs', 'unknown-to-us', 'unknown-to-us'])
  expect(view.differences.find(({ kind }) => kind === 'amount-differs')?.detail).toMatchObject({
    ...{ provider: '90.00', ours: '100.00', currency: 'USD', paymentId: lessId },
  })
  expect((await bank.post(id, 'close')).body).toMatchObject({ errorCode: 'day_has_differences' })
  expect((await bank.acknowledgeAll(id, 'Asked the bank; =1+1')).body).toMatchObject({ acknowledged: 3 })
  expect((await bank.post(id, 'close')).status).toBe(200)

  const columns = ['reasons', 'movement', 'paymentId', 'provider', 'ours', 'note'].map((code) => ({
    code,
    heading: code,
  }))
  const asked = { list: 'payment-day', query: { dayId: id, result: 'different' }, columns, separator: ';' }
  const made = await bruno.postJson('/workspace/exports', asked)
  const { export: file } = made.body as { export: { id: number } }
  const { text } = await bruno.get(`/workspace/exports/${file.id}/file`)
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(text).toContain(`amount-differs;payment;${lessId};90.00;100.00;"Asked the bank; =1+1"`)
  expect(text).toContain('unknown-to-us;payment;pay_stranger;100.00;')
  expect(text).toContain(`unknown-to-us;refund;${refundedId};25.00;`)
})

it('[D-134] a closed day says what changed since, and can be closed again', async () => {
  const bank = await start('later')
  const { uuid, paymentId, orderId } = await bank.pay()
  const id = await bank.open()
  await bank.fetch(id)
  expect((await bank.post(id, 'close')).status).toBe(200)
  await ada.postJson(`/workspace/invoices/${uuid}/operations`, { kind: 'refund', amount: 40 })
  const changed = await bank.until(id, 'the refund is seen', ({ day }) => day.state === 'changed')
  expect(changed.changes).toContainEqual(
    expect.objectContaining({ field: 'refunded', invoiceId: uuid, orderId, before: '0.00', after: '40.00' }),
  )
  expect(changed.changes).toContainEqual(
    expect.objectContaining({ field: 'added', movement: 'refund', after: '40.00' }),
  )

  const edit = { payment: { amount: 77 }, by: 'id' }
  const edited = await system.fern.api.post(`/api/v5/orders/payments/${paymentId}/edit`, edit)
  expect(edited.status, edited.text).toBe(200)
  await bank.until(id, 'the payment is seen', ({ changes }) => changes.some(({ field }) => field === 'order-payment'))

  expect((await bank.post(id, 'reopen')).status).toBe(200)
  expect((await bank.post(id, 'reopen')).body).toMatchObject({ errorCode: 'day_open' })
  const open = await bank.fetch(id)
  expect(kindsOf(open)).toEqual(['order-payment-differs'])
  expect((await bank.post(id, 'close')).body).toMatchObject({ errorCode: 'day_has_differences' })
  await bank.acknowledgeAll(id, 'The order was split')
  expect((await bank.post(id, 'close')).status).toBe(200)
  const again = await bank.read(id)
  expect(again.day).toMatchObject({ state: 'closed', changeCount: 0 })
  expect(again.closings).toHaveLength(2)
})

it('[D-134] a late report of the module changes a closed day; a change that is undone closes it again', async () => {
  const bank = await start('late')
  const { uuid, bankId, paymentId } = await bank.issue()
  const id = await bank.open()
  await bank.fetch(id)
  expect((await bank.post(id, 'close')).status).toBe(200)
  await bank.bank.pay(bankId, 'no-hold')
  const changed = await bank.until(id, 'the payment is seen', ({ day }) => day.state === 'changed')
  expect(changed.changes).toMatchObject([{ field: 'added', invoiceId: uuid, after: '100.00' }])

  expect((await bank.post(id, 'reopen')).status).toBe(200)
  await bank.fetch(id)
  expect((await bank.post(id, 'close')).status).toBe(200)
  const edit = (amount: number) =>
    system.fern.api.post(`/api/v5/orders/payments/${paymentId}/edit`, { payment: { amount }, by: 'id' })
  await edit(99)
  await bank.until(id, 'it differs', ({ day }) => day.state === 'changed')
  await edit(100)
  await bank.until(id, 'it is as it was', ({ day }) => day.state === 'closed' && day.changeCount === 0)
})

it('[D-134] of two people who close at once one closes it, and it is closed once', async () => {
  const bank = await start('twice')
  await bank.pay()
  const id = await bank.open()
  await bank.fetch(id)
  const replies = await Promise.all(Array.from({ length: 6 }, () => bank.post(id, 'close')))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect((await bank.read(id)).closings).toHaveLength(1)
})

it('[D-134] what belongs to another account or module is unknown here, and other accounts see no day', async () => {
  const bank = await start('foreign')
  const other = await start('other-module')
  const { uuid: otherUuid, bankId: otherId } = await other.pay()
  const id = await bank.open()
  const csv = `paymentId;invoiceUuid;amount;currency;date\n${otherId};${otherUuid};100;USD;${today()}\n`
  expect((await bank.upload(id, csv)).body).toEqual({ success: true })
  const view = await bank.read(id)
  expect(kindsOf(view)).toEqual(['unknown-to-us'])
  expect(view.differences[0]?.invoiceId).toBeUndefined()
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get(`/workspace/payment-days/${id}`)).status).toBe(404)
  expect((await edith.get('/workspace/payment-days')).body).toMatchObject({ days: [] })
  expect((await edith.get('/workspace/payment-day-entries', { dayId: String(id) })).status).toBe(404)
  for (const what of ['fetch', 'close', 'reopen'])
    expect((await edith.postJson(`/workspace/payment-days/${id}/${what}`, {})).status).toBe(404)
})

it('[D-134] a manager reads days and changes none', async () => {
  const bank = await start('roles')
  const id = await bank.open()
  expect((await bruno.get(`/workspace/payment-days/${id}`)).status).toBe(200)
  expect((await bruno.get('/workspace/payment-days', { module: 'roles' })).body).toMatchObject({ days: [{ id }] })
  for (const what of ['fetch', 'close', 'reopen'])
    expect((await bruno.postJson(`/workspace/payment-days/${id}/${what}`, {})).status).toBe(403)
  const path = `/workspace/payment-statements?dayId=${id}&name=a.csv`
  expect((await bruno.send('POST', path, { body: 'id' })).status).toBe(403)
})

it('[D-134] refuses a day that has not begun, and what is no day or no payment module', async () => {
  const open = (body: object) => ada.postJson('/workspace/payment-days', body)
  expect((await open({ module: 'plain', day: '2999-01-01' })).body).toMatchObject({
    errors: { day: 'has not begun yet' },
  })
  expect((await open({ module: 'plain', day: '2026-02-31' })).status).toBe(400)
  expect((await open({ module: 'nobody', day: today() })).status).toBe(400)
})
