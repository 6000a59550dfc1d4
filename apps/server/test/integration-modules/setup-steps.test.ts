import { startBank } from '@patchbay/testkit/bank'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expireCaches } from '../support/clock.ts'
import { issue, register } from '../support/payment-cast.ts'
import { startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport } from '../support/transport.ts'

let system: System
let ada: HttpClient
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem()
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
})
afterAll(() => system.close())

type Steps = { steps: { code: string; done: boolean; moduleCode?: string }[]; hidden: boolean }
const stepsOf = async (wire: HttpClient): Promise<Steps> => (await wire.get('/workspace/setup-steps')).body as Steps
const done = async (wire = ada) => (await stepsOf(wire)).steps.filter((step) => step.done).map(({ code }) => code)

it('checks off the steps of each area as they happen, and is empty once all of them have', async () => {
  // The cast has one key that may do everything.
  expect(await done()).toEqual(['telephony-key', 'payment-key', 'transport-key'])
  expect((await stepsOf(bruno)).steps).toEqual([])

  const exchange = await startExchange(system)
  expect(await done()).toEqual(expect.arrayContaining(['telephony-module', 'extensions', 'external-numbers']))
  expect((await stepsOf(ada)).steps.find(({ code }) => code === 'extensions')?.moduleCode).toBe('pbx')
  expect((await stepsOf(bruno)).steps).toEqual([{ code: 'first-call', area: 'telephony', done: false }])
  await exchange.event({ phone: '+14155550100', type: 'in', codes: ['101'], callExternalId: 'one' })
  expect(await done()).toContain('first-call')
  expect((await stepsOf(bruno)).steps).toEqual([])

  const bank = await startBank({ crm: () => system.fern.api, idempotent: true })
  const { type } = await register(system.fern, 'bank', bank.url)
  // The modules of an API key are cached for a second.
  await expireCaches()
  expect(await done()).toEqual(expect.arrayContaining(['payment-module', 'payment-shops', 'payment-type']))
  expect(await done(bruno)).toEqual(['first-call'])
  const { bankId } = await issue(system.fern, bank, type)
  expect(await done()).toContain('first-invoice')
  expect(await done()).not.toContain('first-payment')
  await bank.pay(bankId, 'no-hold')
  expect(await done()).toContain('first-payment')

  const telegram = await connectTransport(system.fern, 'telegram', 'http://127.0.0.1:9')
  expect(await done()).not.toContain('channel')
  const channel = await telegram.channel()
  expect(await done()).toContain('channel')
  await telegram.message(channel, 'one')
  expect(await stepsOf(ada)).toEqual({ success: true, steps: [], hidden: false })
  await exchange.close()
  await bank.close()
})

it('is hidden and shown by an administrator only, for the whole account', async () => {
  expect((await bruno.postJson('/workspace/setup-steps', { hidden: true })).status).toBe(403)
  expect((await ada.postJson('/workspace/setup-steps', { hidden: true })).status).toBe(200)
  expect((await stepsOf(bruno)).hidden).toBe(true)
  expect((await stepsOf(await system.kettle.signIn('edith'))).hidden).toBe(false)
  await ada.postJson('/workspace/setup-steps', { hidden: false })
  expect((await stepsOf(bruno)).hidden).toBe(false)
})
