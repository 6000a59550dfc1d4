// Answers of modules that PostgreSQL cannot store or that are made to break a parser.
import { startBank } from '@patchbay/testkit/bank'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { startMessenger } from '@patchbay/testkit/messenger'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { metrics } from '../../src/lib/process/telemetry.ts'
import { serveLanes } from '../../src/lib/queue/lane-worker.ts'
import { escalateUnserved } from '../../src/payments/reconciliation/service.ts'
import { lanesDone } from '../support/lanes.ts'
import { order, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport } from '../support/transport.ts'

const POISONS = ['nul-bytes', 'bad-escapes', 'deep-json'] as const

let system: System
let admin: HttpClient
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  admin = await system.fern.signIn('ada')
  await system.work()
})
afterAll(() => system.close())

type Details = {
  laneErrors: { kind: string; lanes: number; givenUp: number; lastErrorCode: string }[]
}
const detailsOf = async (code: string) =>
  ((await admin.get(`/workspace/modules/${code}`)).body as { module: Details }).module
const trafficOf = async (module: string) => {
  const { exchanges } = (await admin.get('/workspace/traffic', { module })).body as {
    exchanges: { direction: string; url: string; answer?: string }[]
  }
  return exchanges.filter(({ direction }) => direction === 'out')
}

it('[D-69] goes on delivering to a chat after an answer that cannot be stored', async () => {
  const messenger = await startMessenger()
  const transport = await connectTransport(system.fern, 'poison-1', `${messenger.url}/hook`)
  const channel = await transport.channel()
  await transport.message(channel, 'p-1', { customer: { external_id: 'p', nickname: 'Poisoned', first_name: '' } })
  const { chats } = (await admin.get('/workspace/chats')).body as { chats: { id: number; name: string }[] }
  const chatId = chats.find(({ name }) => name === 'Poisoned')?.id
  const write = (text: string) => admin.postJson(`/workspace/chats/${chatId}/messages`, { text })
  for (const poison of POISONS) {
    messenger.behave(`effect-then-${poison}`, { times: 1 })
    await write(poison)
    await write(`after ${poison}`)
    await lanesDone(system, 'poison-1')
  }
  const { messages } = (await admin.get(`/workspace/chats/${chatId}`)).body as {
    messages: { status: string }[]
  }
  // Without its NUL characters, the first answer can be read.
  const statuses = messages.map(({ status }) => status).toSorted()
  expect(statuses).toEqual(['failed', 'failed', 'received', 'sent', 'sent', 'sent', 'sent'])
  expect(messenger.effects.filter(({ type }) => type === 'message_sent')).toHaveLength(6)
  expect((await detailsOf('poison-1')).laneErrors).toEqual([])
  await messenger.close()
})

it('[D-98] logs a request whose answer cannot be stored, together with all others of its batch', async () => {
  const bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  const module = await register(system.fern, 'poison-bank', bank.url)
  for (const poison of POISONS) {
    bank.behave(poison, { on: 'create', times: 1 })
    const { paymentId } = await order(system.fern, module.type)
    const reply = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    expect([poison, reply.status < 500]).toEqual([poison, true])
  }
  expect(await trafficOf('poison-bank')).toHaveLength(POISONS.length)
  expect(system.log.filter((line) => line.includes('traffic could not be logged'))).toEqual([])
  await bank.close()
})

/** Serves lanes of a kind with a bug in them, one attempt after another. */
const serveWithBug = (kind: string, endpoint: string, onGivenUp: () => Promise<void>) => {
  const { db, pool, redis, log, config, lanes } = system.deps
  const context = { db, pool, redis, prefix: config.redisPrefix, log }
  const serve = async () => {
    throw Object.assign(new TypeError('a bug'), { code: '22P05' })
  }
  const retryAtOnce = () => inAccount(db, system.fern.accountId, (trx) => lanes.retryNow(trx, kind, endpoint))
  return { worker: serveLanes(context, { [kind]: { serve, onGivenUp } }), retryAtOnce }
}

it('[D-98] backs off after an error of ours, gives up, and shows it with the module and in the metrics', async () => {
  const { db, lanes } = system.deps
  const { accountId } = system.fern
  await system.fern.api.post('/api/v5/integration-modules/buggy/edit', { integrationModule: { code: 'buggy' } })
  const { id } = await inAccount(db, accountId, (trx) =>
    trx.selectFrom('integration_module').select('id').where('code', '=', 'buggy').executeTakeFirstOrThrow(),
  )
  const [kind, endpoint] = ['buggy-lane', String(id)]
  const enqueue = () => inAccount(db, accountId, (trx) => lanes.enqueue(trx, { kind, key: 'one', endpoint }))
  const laneOf = () =>
    inAccount(db, accountId, (trx) =>
      trx.selectFrom('lane').select(['errors', 'next_at', 'given_up_at']).where('kind', '=', kind).executeTakeFirst(),
    )
  const { promise: givenUp, resolve } = Promise.withResolvers<void>()
  await enqueue()
  const { worker, retryAtOnce } = serveWithBug(kind, endpoint, async () => resolve())
  await expect.poll(async () => (await laneOf())?.errors).toBe(1)
  expect(await detailsOf('buggy')).toMatchObject({
    laneErrors: [{ kind, lanes: 1, givenUp: 0, lastErrorCode: '22P05' }],
  })
  for (let errors = 2; errors <= 10; errors++) {
    await retryAtOnce()
    await expect.poll(async () => (await laneOf())?.errors).toBe(errors)
  }
  await givenUp
  expect(await laneOf()).toMatchObject({ next_at: null, given_up_at: expect.any(Date) })
  expect((await detailsOf('buggy')).laneErrors).toMatchObject([{ kind, givenUp: 1 }])
  expect(await metrics.metrics()).toContain(`patchbay_lane_errors_total{kind="${kind}"} 10`)
  await worker.stop()
  // New work tries again, and success clears the errors.
  const { pool, redis, log, config } = system.deps
  const mended = serveLanes({ db, pool, redis, prefix: config.redisPrefix, log }, { [kind]: async () => 'done' })
  await enqueue()
  await lanes.notifyWorkers()
  await expect.poll(async () => (await laneOf())?.errors).toBe(0)
  expect((await detailsOf('buggy')).laneErrors).toEqual([])
  await mended.stop()
})

it('[D-46] gives an operation to a person when its lane is given up', async () => {
  const bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  const module = await register(system.fern, 'given-up-bank', bank.url)
  bank.behave('effect-then-reset', { on: 'create', times: 1 })
  const { orderId, paymentId } = await order(system.fern, module.type)
  await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
  const operation = async () =>
    (
      (await admin.get(`/workspace/orders/${orderId}/invoices`)).body as {
        invoices: { id: string; operation?: { state: string } }[]
      }
    ).invoices[0]
  const invoice = await operation()
  expect(invoice?.operation?.state).toBe('unknown')
  await escalateUnserved(system.deps, system.fern.accountId, invoice?.id ?? '')
  expect((await operation())?.operation?.state).toBe('needs_human')
  await bank.close()
})
