// Statements: fetched from the module page by page as a whole or not at all, or uploaded as a CSV file.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { register } from '../support/payment-cast.ts'
import { ACTIONS, type DayBank, setTimeZone, startDayBank, today, ZONE } from '../support/payment-day-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let ada: HttpClient
let scripted: Receiver
let answer: (query: URLSearchParams) => { status?: number; body: unknown }
const banks: DayBank[] = []

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  await setTimeZone(system, ZONE)
  await system.work()
  ada = await system.fern.signIn('ada')
  scripted = await startReceiver(({ query }, response) => {
    const { status = 200, body } = answer(query)
    if (typeof body !== 'string') return json(response, status, body)
    response.writeHead(status, { 'content-type': 'text/html' })
    response.end(body)
  })
})
afterAll(async () => {
  for (const { bank } of banks) await bank.close()
  await scripted.close()
  await system.close()
})

const start = async (code: string, more?: object): Promise<DayBank> => {
  const one = await startDayBank(system, ada, code, more)
  banks.push(one)
  return one
}

/** A module whose statement is what the test says. */
const startScripted = async (code: string): Promise<DayBank> => {
  const one = await start(code)
  await register(system.fern, code, scripted.url, ACTIONS).catch(() => undefined)
  return one
}

const LINE = { type: 'payment', paymentId: 'p-1', amount: 1, currency: 'USD' }
const noon = (day: string) => `${day}T11:00:00Z`

it('[D-133] reads 10,000 lines in pages, and logs each request in traffic', async () => {
  const bank = await start('long')
  const paid = await bank.pay()
  const [payment] = [...bank.bank.ledger.payments.values()]
  if (!payment) throw new Error('no payment')
  for (let number = 1; number < 10_000; number++)
    bank.bank.ledger.payments.set(`x-${number}`, { ...payment, id: `x-${number}`, invoiceUuid: crypto.randomUUID() })
  const id = await bank.open()
  const view = await bank.fetch(id)
  expect(view.day).toMatchObject({ matched: 1, different: 9_999, unacknowledged: 9_999, statement: { lines: 10_000 } })
  expect(view.day.totals).toMatchObject([{ provider: { paid: '1000000.00' }, ours: { paid: '100.00' } }])
  expect(bank.bank.calls.filter(({ action }) => action === 'statement')).toHaveLength(10)
  const entries = await bank.entries(id)
  expect(entries).toHaveLength(10_000)
  expect(entries.filter(({ result }) => result === 'matched').map(({ invoiceId }) => invoiceId)).toEqual([paid.uuid])
  // What does not differ any more is resolved by itself.
  for (const key of [...bank.bank.ledger.payments.keys()].filter((one) => one.startsWith('x-')))
    bank.bank.ledger.payments.delete(key)
  expect((await bank.fetch(id)).day).toMatchObject({ matched: 1, different: 0, unacknowledged: 0 })
  const traffic = await ada.get('/workspace/traffic', { module: 'long' })
  expect(traffic.text).toContain('/pay/statement')
}, 240_000)

it('[D-133] a statement that fails halfway leaves the one before, and says which page failed', async () => {
  const bank = await startScripted('halfway')
  const [day, id] = [today(), await bank.open()]
  answer = () => ({ body: { success: true, result: { lines: [{ ...LINE, at: noon(day) }] } } })
  expect((await bank.fetch(id)).day.statement).toMatchObject({ state: 'ready', lines: 1 })
  answer = (query) =>
    query.has('cursor')
      ? { status: 500, body: { success: false, errorMsg: 'out of order' } }
      : { body: { success: true, result: { lines: [{ ...LINE, paymentId: 'p-2', at: noon(day) }], next: 'two' } } }
  const failed = await bank.fetch(id)
  expect(failed.day.statement).toMatchObject({
    ...{ state: 'failed', lines: 1, problem: { code: 'refused', page: 2, value: 'out of order' } },
  })
  expect(failed.differences).toMatchObject([{ kind: 'unknown-to-us', detail: { paymentId: 'p-1' } }])
  await bank.acknowledgeAll(id, 'ok')
  expect((await bank.post(id, 'close')).body).toMatchObject({ errorCode: 'day_without_statement' })
})

it('[D-133] HTML, a wrong line, a cursor that repeats: nothing is stored, and the reason is a code with data', async () => {
  const bank = await startScripted('broken')
  const [day, id] = [today(), await bank.open()]
  const problemOf = async (body: unknown) => {
    answer = () => ({ body })
    const { statement } = (await bank.fetch(id)).day
    expect(statement.lines).toBe(0)
    return statement.problem
  }
  expect(await problemOf('<h1>Oops</h1>')).toMatchObject({ code: 'not-understood', value: 'html' })
  expect(await problemOf('')).toMatchObject({ code: 'not-understood', value: 'empty' })
  expect(await problemOf({ success: true })).toMatchObject({ code: 'line', field: 'lines' })
  const lines = [
    { ...LINE, at: noon(day) },
    { ...LINE, at: noon(day), amount: '1,50' },
  ]
  expect(await problemOf({ success: true, result: { lines } })).toMatchObject({
    ...{ code: 'line', line: 2, field: 'amount', value: '1,50' },
  })
  expect(await problemOf({ success: true, result: { lines: [], next: 'same' } })).toMatchObject({ code: 'endless' })
})

it('[D-133] a module that does not answer in time, or is switched off', async () => {
  const bank = await start('slow')
  const id = await bank.open()
  bank.bank.behave('hang', { on: 'statement', times: 1 })
  expect((await bank.fetch(id)).day.statement).toMatchObject({ state: 'failed', problem: { code: 'timeout' } })
  bank.bank.behave('reset', { on: 'statement', times: 1 })
  expect((await bank.fetch(id)).day.statement).toMatchObject({ state: 'failed', problem: { code: 'unreachable' } })
  bank.bank.behave('normal')
  expect((await bank.fetch(id)).day.statement).toMatchObject({ state: 'ready' })
}, 180_000)

it('[D-133] the same line twice is a duplicate; a line of another day is left out and counted', async () => {
  const bank = await startScripted('double')
  const [day, id] = [today(), await bank.open()]
  const line = { ...LINE, at: noon(day) }
  answer = () => ({ body: { success: true, result: { lines: [line, line, { ...LINE, at: noon('2025-01-01') }] } } })
  const view = await bank.fetch(id)
  expect(view.day.statement).toMatchObject({ lines: 2, outside: 1 })
  expect(view.differences.map(({ kind }) => kind).sort()).toEqual(['duplicate-line', 'unknown-to-us'])
})

it('[D-133] asks for a day of 23 or 25 hours, and keeps what belongs to it', async () => {
  await setTimeZone(system, 'Europe/Berlin')
  const bank = await startScripted('clock')
  const asked: (string | null)[][] = []
  const fetchDay = async (day: string, times: string[]) => {
    const lines = times.map((at, place) => ({ ...LINE, paymentId: `${day}-${place}`, at }))
    answer = (query) => {
      asked.push([query.get('from'), query.get('to')])
      return { body: { success: true, result: { lines } } }
    }
    return (await bank.fetch(await bank.open(day))).day.statement
  }
  const spring = [
    '2025-03-29T23:59:59+01:00',
    '2025-03-30T00:00:00+01:00',
    '2025-03-30T23:59:59+02:00',
    '2025-03-31T00:00:00+02:00',
  ]
  expect(await fetchDay('2025-03-30', spring)).toMatchObject({ lines: 2, outside: 2 })
  const autumn = ['2025-10-26T00:00:00+02:00', '2025-10-26T23:59:59+01:00', '2025-10-27T00:00:00+01:00']
  expect(await fetchDay('2025-10-26', autumn)).toMatchObject({ lines: 2, outside: 1 })
  expect(asked).toEqual([
    ['2025-03-29T23:00:00.000Z', '2025-03-30T22:00:00.000Z'],
    ['2025-10-25T22:00:00.000Z', '2025-10-26T23:00:00.000Z'],
  ])
  await setTimeZone(system, ZONE)
})

it('[D-133] reads a CSV file with semicolons, a byte order mark and decimal commas', async () => {
  const bank = await start('file', { ...ACTIONS, actions: { create: '/pay/create' } })
  const { bankId } = await bank.pay()
  const [day, id] = [today(), await bank.open()]
  expect((await bank.post(id, 'fetch')).body).toMatchObject({ errorCode: 'statement_unsupported' })
  const [year, month, date] = day.split('-')
  const csv = [
    'ID de pago;Tipo;Importe;Moneda;Fecha',
    `${bankId};Pago;100,00;usd;${date}.${month}.${year} 12:30`,
    `z-1;Pago;"1.234,50";EUR;${day} 12:31:00`,
    `z-1;Devolución;-34,50;EUR;${day}`,
    `fee;comisión;-1,00;EUR;${day}`,
    ';;1.300,00;;',
  ].join('\r\n')
  expect((await bank.upload(id, `\ufeff${csv}\r\n`)).body).toEqual({ success: true })
  const view = await bank.read(id)
  expect(view.day).toMatchObject({ matched: 1, statement: { state: 'ready', source: 'file', lines: 3, outside: 2 } })
  expect(view.day.totals).toMatchObject([
    { currency: 'EUR', provider: { paid: '1234.50', refunded: '34.50' } },
    { currency: 'USD', matched: 1 },
  ])
})

it('[D-133] asks for the columns that it cannot tell, and says what is wrong with a row', async () => {
  const bank = await start('columns')
  const [day, id] = [today(), await bank.open()]
  const csv = `Ref,Value,When\na,10.00,${day}\n`
  expect((await bank.upload(id, csv)).body).toMatchObject({
    problem: { code: 'columns', field: 'paymentId' },
    columns: { headings: ['Ref', 'Value', 'When'], mapping: [null, null, null], rows: [['a', '10.00', day]] },
  })
  expect((await bank.upload(id, csv, 'paymentId,amount,at')).body).toEqual({ success: true })
  // Without a column for it, the currency is that of the account.
  expect((await bank.read(id)).day.totals).toMatchObject([{ currency: 'USD', provider: { paid: '10.00' } }])
  const wrong = await bank.upload(id, `payment id,amount,date\nb,ten,${day}\n`)
  expect(wrong.body).toMatchObject({ problem: { code: 'line', line: 2, field: 'amount', value: 'ten' } })
  expect((await bank.upload(id, '')).body).toMatchObject({ problem: { code: 'empty-file' } })
  expect((await bank.read(id)).day.statement.lines).toBe(1)
})

it('[D-134] a payment close to midnight is counted on the day of the statement that has it', async () => {
  const bank = await start('midnight')
  const { bankId, uuid } = await bank.pay()
  const [id, day] = [await bank.open(), today()]
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  expect((await bank.upload(id, 'payment id,amount,date\n')).body).toEqual({ success: true })
  expect((await bank.read(id)).differences).toMatchObject([{ kind: 'missing-at-provider', invoiceId: uuid }])
  const earlier = await bank.open(before)
  await bank.upload(earlier, `payment id,amount,date\n${bankId},100.00,${before} 23:59:59\n`)
  expect((await bank.read(earlier)).day).toMatchObject({ matched: 1, different: 0 })
  expect((await bank.read(id)).day).toMatchObject({ matched: 0, different: 0, unacknowledged: 0 })
})
