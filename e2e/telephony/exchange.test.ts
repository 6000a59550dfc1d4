// Real calls: a carrier (sipp), the exchange (Kamailio, rtpengine, the module), the system, and managers who answer in their
// browsers. After each call: what the customer's timeline says, and what the recording has on its two sides.
import { FERN } from '@patchbay/testkit/fixtures'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { waitUntil } from '@patchbay/testkit/services'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { strengthOf } from '../../modules/exchange/test/support/audio.ts'
import { fillShop } from '../support/demo.ts'
import { CUSTOMER_HERTZ, MANAGER_HERTZ, prepareTones, startRealExchange } from '../support/exchange.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot } from '../support/screenshots.ts'

/** Ada's customers, Bruno's, and how cards show their numbers. */
const NADIA = '+46850055001'
const TOM = '+442079460104'
const JONAS = '+46850055002'
const WAIT = { timeout: 60_000 }

let tones: ReturnType<typeof prepareTones>
let rig: Rig
let exchange: Awaited<ReturnType<typeof startRealExchange>>
let ada: Desk
let bruno: Desk
let wire: HttpClient
let customers: number[]
beforeAll(async () => {
  tones = prepareTones()
  rig = await startRig({ isSecure: true, browserArguments: tones.browserArguments })
  ;({ customers } = await fillShop(rig.api))
  exchange = await startRealExchange(rig, tones.customer)
  wire = await rig.wire('ada')
  ada = await rig.desk('ada')
  bruno = await rig.desk('bruno')
  for (const { page } of [ada, bruno]) await page.goto(`${ADDRESS}/orders`)
  await phoneOf(ada.page, '101').getByText('Ready').waitFor(WAIT)
  await phoneOf(bruno.page, '102').getByText('Ready').waitFor(WAIT)
}, 400_000)
afterAll(async () => {
  await rig?.close()
  exchange?.remove()
  tones?.remove()
})

type Call = { id: number; phone: string; state: string; result?: string; recording: boolean; duration?: number }

const phoneOf = (page: Page, code: string) => page.getByRole('region', { name: `Phone ${code}` })
const card = ({ page }: Desk, phone: string, kind = 'Incoming call') =>
  page.getByRole('region', { name: `${kind} ${phone}` })
const button = (desk: Desk, phone: string, name: string, kind?: string) =>
  card(desk, phone, kind).getByRole('button', { name, exact: true })

const callsOf = async (customerId: number | undefined): Promise<Call[]> =>
  ((await wire.get(`/workspace/calls?customerId=${customerId}`)).body as { calls: Call[] }).calls.filter(
    ({ phone }) => !phone.includes(' '),
  )

/** What the customer's timeline says about a call. */
const timelineOf = async (customerId: number | undefined, callId: number): Promise<object | undefined> => {
  const { entries } = (await wire.get(`/workspace/customers/${customerId}/timeline`)).body as {
    entries: { kind: string; detail: { callId?: number } }[]
  }
  return entries.find(({ kind, detail }) => kind === 'call' && detail.callId === callId)?.detail
}

/** The next call of the customer, when it has ended, its record is there, and the timeline shows the same result. */
const nextCallOf = async (customerId: number | undefined) => {
  const before = (await callsOf(customerId)).length
  return async (): Promise<Call> => {
    await waitUntil('the call has its record', async () => {
      const calls = await callsOf(customerId)
      return calls.length > before && calls[0]?.result !== undefined && calls[0].state === 'ended'
    })
    const calls = await callsOf(customerId)
    expect(calls, 'one record of one call').toHaveLength(before + 1)
    const call = calls[0] ?? expect.fail('no call')
    expect(await timelineOf(customerId, call.id)).toMatchObject({ result: call.result })
    return call
  }
}

const recordingOf = async ({ id }: Call): Promise<Buffer> => {
  await waitUntil('the call has its recording', async () => {
    const { call } = (await wire.get(`/workspace/calls/${id}`)).body as { call: Call }
    return call.recording && (await wire.get(`/workspace/calls/${id}/recording`)).status === 200
  })
  const headers = { host: FERN.host, cookie: wire.cookie() }
  const answer = await ada.page.request.get(`${rig.server.origin}/workspace/calls/${id}/recording`, { headers })
  return answer.body()
}

/** Who handled it. */
const userOf = async (person: 'ada' | 'bruno'): Promise<number> =>
  ((await (await rig.wire(person)).get('/workspace/me')).body as { me: { id: number } }).me.id

/** What the exchange changes itself during a call has arrived. */
const setStatus = async (person: 'ada' | 'bruno', status: string, before = 'free'): Promise<void> => {
  const own = await rig.wire(person)
  await waitUntil(`${person}: ${before}`, async () => {
    const { me } = (await own.get('/workspace/me')).body as { me: { status: string } }
    return me.status === before
  })
  expect((await own.postJson('/workspace/me/status', { status })).status).toBe(200)
}

/** The page of the softphone, unfolded in its dock. */
const frameOf = async ({ page }: Desk, code: string) => {
  const bar = phoneOf(page, code).getByRole('button', { name: `Phone ${code}` })
  if ((await bar.getAttribute('aria-expanded')) === 'false') await bar.click(WAIT)
  const frame = page.frameLocator(`iframe[title="Phone ${code}"]`)
  return {
    frame,
    toggle: async (name: string, pressed: boolean) => {
      await frame.getByRole('button', { name, pressed: !pressed }).click(WAIT)
      await frame.getByRole('button', { name, pressed }).waitFor(WAIT)
    },
  }
}

const dismiss = async (desk: Desk, phone: string, kind?: string) => {
  await button(desk, phone, 'Dismiss', kind).click(WAIT)
  await card(desk, phone, kind).waitFor({ state: 'detached', ...WAIT })
}

it('[D-120] a customer calls: the responsible manager alone gets the card and answers there; the customer hangs up', async () => {
  const ended = await nextCallOf(customers[0])
  const caller = exchange.callAndHangUp(NADIA, 6_000)
  await button(ada, NADIA, 'Answer').click(WAIT)
  expect(await card(bruno, NADIA).count()).toBe(0)
  await card(ada, NADIA).getByText('Talking').waitFor(WAIT)
  await screenshot(ada.page, 'exchange-call')
  expect(await caller.done, caller.errors()).toBe(0)
  await dismiss(ada, NADIA)
  const call = await ended()
  expect(call).toMatchObject({ result: 'answered', phone: NADIA })
  const recording = await recordingOf(call)
  const [left, right] = ([0, 1] as const).map((side) => ({
    customer: strengthOf(recording, side, CUSTOMER_HERTZ),
    manager: strengthOf(recording, side, MANAGER_HERTZ),
  }))
  expect(left?.customer, 'the customer is left').toBeGreaterThan(10 * (left?.manager ?? 0))
  expect(right?.manager, 'the manager is right').toBeGreaterThan(10 * (right?.customer ?? 0))
  await ada.page.goto(`${ADDRESS}/customers/${customers[0]}`)
  await ada.page.getByText('Incoming call · Answered').first().waitFor(WAIT)
})

it('[D-120] the manager mutes and hangs up on the card', async () => {
  await phoneOf(ada.page, '101').getByText('Ready').waitFor(WAIT)
  const ended = await nextCallOf(customers[3])
  const caller = exchange.callAndTalk(TOM)
  await button(ada, TOM, 'Answer').click(WAIT)
  await button(ada, TOM, 'Mute').click(WAIT)
  await card(ada, TOM).getByRole('button', { name: 'Mute', pressed: true }).waitFor(WAIT)
  await button(ada, TOM, 'Hang up').click(WAIT)
  expect(await caller.done, caller.errors()).toBe(0)
  await dismiss(ada, TOM)
  expect(await ended()).toMatchObject({ result: 'answered' })
})

it('[D-120] a customer who gives up is a missed call', async () => {
  const ended = await nextCallOf(customers[3])
  const caller = exchange.callAndGiveUp(TOM, 3_000)
  await button(ada, TOM, 'Answer').waitFor(WAIT)
  expect(await caller.done, caller.errors()).toBe(0)
  await button(ada, TOM, 'Answer').waitFor({ state: 'detached', ...WAIT })
  expect(await ended()).toMatchObject({ result: 'no answer', missed: true })
  await card(ada, TOM).getByRole('button', { name: 'Hide call card' }).click(WAIT)
})

it('[D-120] a declined call goes on to the group, and a colleague answers it', async () => {
  const ended = await nextCallOf(customers[1])
  const caller = exchange.callAndTalk(JONAS)
  await button(bruno, JONAS, 'Decline').click(WAIT)
  await button(ada, JONAS, 'Answer').click(WAIT)
  await card(ada, JONAS).getByText('Talking').waitFor(WAIT)
  await button(ada, JONAS, 'Hang up').click(WAIT)
  expect(await caller.done, caller.errors()).toBe(0)
  await dismiss(ada, JONAS)
  expect(await ended()).toMatchObject({ result: 'answered' })
})

it('[D-120] holds and resumes, pauses and resumes the recording, in the page of the softphone', async () => {
  const ended = await nextCallOf(customers[0])
  const caller = exchange.callAndTalk(NADIA)
  await button(ada, NADIA, 'Answer').click(WAIT)
  const { frame, toggle } = await frameOf(ada, '101')
  await frame.getByText(`In a call with ${NADIA}`).waitFor(WAIT)
  await screenshot(ada.page, 'exchange-softphone')
  await toggle('Hold', true)
  await card(ada, NADIA).getByRole('button', { name: 'Hold', pressed: true }).waitFor(WAIT)
  await toggle('Hold', false)
  await toggle('Pause recording', true)
  await toggle('Pause recording', false)
  await frame.getByRole('button', { name: 'Hang up' }).click(WAIT)
  expect(await caller.done, caller.errors()).toBe(0)
  await dismiss(ada, NADIA)
  const call = await ended()
  expect(call).toMatchObject({ result: 'answered' })
  await recordingOf(call)
})

it('[D-120] transfers to a colleague in the page of the softphone; what is said while the recording is paused is not in it', async () => {
  const ended = await nextCallOf(customers[0])
  const caller = exchange.callAndBeTransferred(NADIA)
  await button(ada, NADIA, 'Answer').click(WAIT)
  const { frame, toggle } = await frameOf(ada, '101')
  await toggle('Pause recording', true)
  await frame.getByRole('textbox', { name: 'Extension' }).fill('102', WAIT)
  await frame.getByRole('button', { name: 'Transfer' }).click(WAIT)
  await button(bruno, NADIA, 'Answer').click(WAIT)
  await card(bruno, NADIA).getByText('Talking').waitFor(WAIT)
  await phoneOf(ada.page, '101').getByText('Ready').waitFor(WAIT)
  await button(bruno, NADIA, 'Hang up').click(WAIT)
  expect(await caller.done, caller.errors()).toBe(0)
  await dismiss(bruno, NADIA)
  const call = await ended()
  expect(call).toMatchObject({ result: 'answered', userId: await userOf('bruno') })
  expect(strengthOf(await recordingOf(call), 0, CUSTOMER_HERTZ)).toBeLessThan(200)
})

it('[D-120] picks up a call that rings at a colleague, from the card', async () => {
  const ended = await nextCallOf(customers[0])
  const caller = exchange.callAndTalk(NADIA)
  await button(ada, NADIA, 'Answer').waitFor(WAIT)
  // Ada leaves: the group rings, which is Bruno alone. She is back: it rings at both.
  await setStatus('ada', 'break')
  await button(bruno, NADIA, 'Answer').waitFor(WAIT)
  await button(ada, NADIA, 'Answer').waitFor({ state: 'detached', ...WAIT })
  await setStatus('ada', 'free', 'break')
  await button(ada, NADIA, 'Answer').waitFor(WAIT)
  // Bruno declines and thinks better of it, while it rings at Ada still.
  await button(bruno, NADIA, 'Decline').click(WAIT)
  await button(bruno, NADIA, 'Pick up').click(WAIT)
  await card(bruno, NADIA).getByText('Talking').waitFor(WAIT)
  await button(ada, NADIA, 'Answer').waitFor({ state: 'detached', ...WAIT })
  await button(bruno, NADIA, 'Hang up').click(WAIT)
  expect(await caller.done, caller.errors()).toBe(0)
  await dismiss(bruno, NADIA)
  expect(await ended()).toMatchObject({ result: 'answered', userId: await userOf('bruno') })
})

it('[D-120] the tab with the phone is closed in a call: another tab takes the call over', async () => {
  const ended = await nextCallOf(customers[0])
  const second = await ada.context.newPage()
  second.setDefaultTimeout(90_000)
  await second.goto(`${ADDRESS}/orders`)
  await phoneOf(second, '101').getByText('Ready').waitFor(WAIT)
  const caller = exchange.callAndBeTransferred(NADIA)
  await button(ada, NADIA, 'Answer').click(WAIT)
  await card(ada, NADIA).getByText('Talking').waitFor(WAIT)
  const asked = ada.page.waitForEvent('dialog', WAIT)
  const closed = ada.page.waitForEvent('close', WAIT)
  await ada.page.close({ runBeforeUnload: true })
  await (await asked).accept()
  await closed
  ada = { ...ada, page: second }
  const { frame } = await frameOf(ada, '101')
  await frame.getByText(`In a call with ${NADIA}`).waitFor(WAIT)
  await button(ada, NADIA, 'Hang up').click(WAIT)
  expect(await caller.done, caller.errors()).toBe(0)
  await dismiss(ada, NADIA)
  expect(await ended()).toMatchObject({ result: 'answered' })
})

it('[T-05][D-120] the call icon: the softphone answers by itself, and the customer is called', async () => {
  const customer = await exchange.answerCall()
  await ada.page.goto(`${ADDRESS}/customers/${customers[0]}`)
  await phoneOf(ada.page, '101').getByText('Ready').waitFor(WAIT)
  await ada.page
    .getByRole('region', { name: 'Contacts' })
    .getByRole('button', { name: /^Call / })
    .click(WAIT)
  const outgoing = ada.page.getByRole('region', { name: /^Outgoing call/ })
  await outgoing.getByText('Talking').waitFor(WAIT)
  await outgoing.getByRole('button', { name: 'Hang up', exact: true }).click(WAIT)
  expect(await customer.done, customer.errors()).toBe(0)
  await outgoing.getByRole('button', { name: 'Dismiss' }).click(WAIT)
  await waitUntil('the record is there', async () => {
    const { calls } = (await wire.get(`/workspace/calls?customerId=${customers[0]}&direction=out`)).body as {
      calls: Call[]
    }
    return calls.some(({ result, recording }) => result === 'answered' && recording)
  })
})

it('[D-120] the server dies in mid-call: the call goes on, and there is exactly one record of it', async () => {
  const ended = await nextCallOf(customers[3])
  const caller = exchange.callAndTalk(TOM)
  await button(ada, TOM, 'Answer').click(WAIT)
  await card(ada, TOM).getByText('Talking').waitFor(WAIT)
  await rig.server.kill('SIGKILL')
  // The phone says it in its bar, and its page.
  await phoneOf(ada.page, '101').getByRole('status').getByText('In a call').waitFor(WAIT)
  await button(ada, TOM, 'Hang up').click(WAIT)
  expect(await caller.done, caller.errors()).toBe(0)
  await rig.installation.startServer({ PORT: String(rig.server.port) })
  const call = await ended()
  expect(call).toMatchObject({ result: 'answered' })
  await recordingOf(call)
})

it('[D-120] the responsible manager goes on a break: the group gets the call', async () => {
  const ended = await nextCallOf(customers[0])
  const caller = exchange.callAndTalk(NADIA)
  await button(ada, NADIA, 'Answer').waitFor(WAIT)
  await setStatus('ada', 'break')
  await button(bruno, NADIA, 'Answer').click(WAIT)
  await button(ada, NADIA, 'Answer').waitFor({ state: 'detached', ...WAIT })
  await card(bruno, NADIA).getByText('Talking').waitFor(WAIT)
  await button(bruno, NADIA, 'Hang up').click(WAIT)
  expect(await caller.done, caller.errors()).toBe(0)
  await dismiss(bruno, NADIA)
  const call = await ended()
  expect(call).toMatchObject({ result: 'answered', userId: await userOf('bruno') })
  await recordingOf(call)
})

it('[D-25][D-120] nobody answers: a missed call with a task to call back, and no recording', async () => {
  const ended = await nextCallOf(customers[1])
  const caller = exchange.callInVain(JONAS)
  await button(bruno, JONAS, 'Answer').waitFor(WAIT)
  // Ada is on her break still.
  await setStatus('bruno', 'dinner')
  expect(await caller.done, caller.errors()).toBe(0)
  const call = await ended()
  expect(call).toMatchObject({ result: 'no answer', missed: true, recording: false })
  const { missedCalls } = (await wire.get('/workspace/missed-calls')).body as { missedCalls: { items: object[] } }
  expect(missedCalls.items).toContainEqual(expect.objectContaining({ customerId: customers[1], callId: call.id }))
  await bruno.page.goto(`${ADDRESS}/customers/${customers[1]}`)
  await bruno.page.getByText('Incoming call · Missed').first().waitFor(WAIT)
})
