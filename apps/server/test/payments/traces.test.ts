// The traces of invoices and messages, over HTTP, for administrators.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { json } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issue, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'
import { type Listener, startListener } from '../support/webhook-receiver.ts'

type Step = {
  step: string
  ok?: boolean
  who?: { userId?: number }[]
  values: Record<string, string>
  result?: object
  exchangeId?: number
}

let system: System
let bank: Bank
let listener: Listener
let telegram: Transport
let ada: HttpClient
let invoice: string
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem({ env: { WEBHOOK_PLAN_SECONDS: '0,1' } })
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  listener = await startListener()
  telegram = await connectTransport(system.fern, 'telegram-1', listener.url)
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  await system.work()
})
afterAll(async () => {
  await listener.close()
  await bank.close()
  await system.close()
})

const traceOf = async (path: string) => {
  const reply = await ada.get(`/workspace/${path}/trace`)
  if (reply.status !== 200) throw new Error(reply.text)
  return (reply.body as { trace: { subject: string; orderId?: number; chatId?: number; steps: Step[] } }).trace
}
const stepNames = (steps: Step[]) => steps.map(({ step, ok }) => (ok === undefined ? step : `${step} ${ok}`))

it('[P-15][D-46] traces an invoice: operations, checks, reports and status changes, with their requests', async () => {
  const { type } = await register(system.fern, 'bank', bank.url)
  const { uuid, orderId } = await issue(system.fern, bank, type)
  invoice = uuid
  const check = { invoiceUuid: uuid, amount: 100, currency: 'USD' }
  await system.fern.api.post('/api/v5/payment/check', { check: { ...check, amount: 99 } })
  await system.fern.api.post('/api/v5/payment/check', { check })
  await system.fern.api.post('/api/v5/payment/update-invoice', {
    updateInvoice: { invoiceUuid: uuid, status: 'waitingForCapture' },
  })
  bank.ledger.pay([...bank.ledger.payments.keys()].at(-1) ?? '', { hold: true })
  bank.behave('reject', { on: 'approve' })
  await bruno.postJson(`/workspace/invoices/${uuid}/operations`, { kind: 'approve' })
  bank.behave('normal', { on: 'approve' })
  const trace = await traceOf(`invoices/${uuid}`)
  expect(trace).toMatchObject({ orderId })
  expect(stepNames(trace.steps)).toEqual([
    'request.in true',
    'invoice.issued',
    'operation.requested',
    'request.out true',
    'operation.confirmed true',
    'moved true',
    'request.in true',
    'check.refused false',
    'request.in true',
    'check.passed true',
    'request.in true',
    'report',
    'moved true',
    'operation.requested',
    'request.out false',
    'operation.rejected false',
  ])
  const requests = trace.steps.filter(({ step }) => step.startsWith('request'))
  expect(requests.map(({ values }) => values.path?.split('/').at(-1)).toSorted()).toEqual([
    'approve',
    'check',
    'check',
    'create',
    'create-invoice',
    'update-invoice',
  ])
  expect(requests.every(({ exchangeId }) => exchangeId !== undefined)).toBe(true)
  expect(trace.steps.findLast(({ step }) => step === 'operation.requested')).toMatchObject({
    who: [{ userId: system.fern.userIds.bruno }],
    values: { kind: 'approve' },
  })
  expect(trace.steps.at(-1)).toMatchObject({ values: { said: 'The bank says no' } })
})

it('[C-10][D-69] traces a reaction: who set it, the webhook, each attempt, and rejected requests', async () => {
  const channel = await telegram.channel()
  const id = await telegram.message(channel, 'traced')
  listener.answer((_told, response, nth) => json(response, nth === 1 ? 500 : 200, {}))
  await bruno.send('PUT', `/workspace/messages/${id}/reactions`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reaction: '👍' }),
  })
  await listener.waitFor(2)
  await telegram.call('POST', '/messages/reaction', { channel, message: { external_id: 'traced' }, reaction: '🔥' })
  await telegram.call('DELETE', '/messages/reaction', { channel, message: { external_id: 'traced' }, reaction: '🎉' })
  await expect.poll(async () => stepNames((await traceOf(`messages/${id}`)).steps)).toContain('webhook.delivered true')
  const { steps, chatId } = await traceOf(`messages/${id}`)
  expect(chatId).toBeGreaterThan(0)
  expect(stepNames(steps).toSorted()).toEqual(
    [
      'message.received',
      'request.in true',
      'reaction.ofUser',
      'webhook.queued',
      'webhook.tried false',
      'webhook.tried true',
      'webhook.delivered true',
      'request.in true',
      'reaction.ofClient',
      'request.in false',
    ].toSorted(),
  )
  const find = (wanted: string) => steps.find((one) => stepNames([one])[0] === wanted)
  expect(find('webhook.queued')?.values).toMatchObject({ type: 'reaction_add', emoji: '👍' })
  expect(find('webhook.tried false')).toMatchObject({
    result: { code: 'answered', status: 500 },
    exchangeId: expect.any(Number),
  })
  expect(find('reaction.ofUser')?.who).toEqual([{ userId: system.fern.userIds.bruno }])
  expect(find('request.in false')?.result).toEqual({ code: 'rejected', message: expect.stringMatching(/reaction/i) })
})

it('[E-02] shows traces to administrators of their own account alone', async () => {
  const channel = await telegram.channel()
  const id = await telegram.message(channel, 'walled')
  expect((await bruno.get(`/workspace/messages/${id}/trace`)).status).toBe(403)
  const edith = await system.kettle.signIn('edith')
  for (const path of [`messages/${id}`, 'calls/1', `invoices/${invoice}`])
    expect((await edith.get(`/workspace/${path}/trace`)).status).toBe(404)
})
