import { afterAll, beforeAll, expect, it } from 'vitest'
import { strengthOf, toneFile } from './support/audio.ts'
import { type Exchange, LINE, recordFor, reports, routeNextTo, settled, startExchange } from './support/exchange.ts'
import { carrier, step, telephone } from './support/sipp.ts'
import { callFrom, carrierAnswers, telephoneAt } from './support/telephones.ts'

// What managers do: call with the call icon, transfer, pick up, pause the recording.

let exchange: Exchange
beforeAll(async () => {
  exchange = await startExchange({
    environment: { RING_SECONDS: '60', QUEUE_SECONDS: '60', FORBIDDEN_PREFIXES: '+1900' },
  })
})
afterAll(() => exchange.stop())

const callIdOf = async (phone: string): Promise<string> => {
  const find = () =>
    exchange.system.received
      .map(({ fields }) => fields.event as { phone?: string; callExternalId?: string } | undefined)
      .find((event) => event?.phone === phone)?.callExternalId ?? ''
  await expect.poll(find, { timeout: 60_000 }).not.toBe('')
  return find()
}

/** As the page of the softphone does it. */
const openSession = async (code: string) => {
  const { url } = await exchange.softphoneLink(code)
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token')
  const post = (path: string, body: object, bearer?: string) =>
    fetch(`${exchange.url}/softphone/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify(body),
    })
  const answer = await post('session', { token })
  const session = (await answer.json()) as Record<string, string>
  return {
    token,
    session,
    post,
    act: async (path: string, body: object) => (await post(path, body, session.resumeToken)).status,
  }
}

it('the call icon: the manager rings first, then the customer, who sees the number of the shop', async () => {
  const [low, high] = [toneFile(exchange.folder, 440), toneFile(exchange.folder, 880)]
  const manager = await telephoneAt(exchange, '101', [...telephone.answers, step.play(high), ...telephone.isHungUp])
  const customer = await carrierAnswers(exchange, [
    ...telephone.answers.map((one) =>
      one
        .replace('header="From:" assign_to', `header="From:" check_it="true" assign_to`)
        .replace('regexp=".*" search_in="hdr" header="From:"', `regexp=".*15559000.*" search_in="hdr" header="From:"`),
    ),
    step.play(low),
    step.pause(1_200),
    ...telephone.hangsUp,
  ])
  const phone = '+15550201'
  expect(await exchange.makeCall({ code: '101', phone, externalPhone: LINE })).toMatchObject({ status: 200 })
  await Promise.all([manager.finished(), customer.finished()])
  expect(await settled(exchange.system, phone)).toEqual([
    'out 101',
    'answer 101',
    'hangup 101 answered',
    'record 101 answered',
  ])
  const { bytes } = await exchange.download(new URL(String(recordFor(exchange.system, phone)?.recordUrl)).pathname)
  expect(strengthOf(bytes, 0, 440)).toBeGreaterThan(2_000)
  expect(strengthOf(bytes, 1, 880)).toBeGreaterThan(2_000)
  expect(strengthOf(bytes, 0, 880)).toBeLessThan(200)
})

it('the customer does not answer the call of a manager: busy', async () => {
  const manager = await telephoneAt(exchange, '101', [...telephone.answers, ...telephone.isHungUp])
  const customer = await carrierAnswers(exchange, telephone.declines)
  const phone = '+15550202'
  await exchange.makeCall({ code: '101', phone })
  await Promise.all([manager.finished(), customer.finished()])
  expect(await settled(exchange.system, phone)).toEqual(['out 101', 'hangup 101 busy', 'record 101 busy'])
})

it('a call that cannot be made is refused: no telephone, a forbidden number', async () => {
  expect(await exchange.makeCall({ code: '102', phone: '+15550203' })).toMatchObject({ status: 422 })
  const manager = await telephoneAt(exchange, '102', telephone.answers)
  const refused = await exchange.makeCall({ code: '102', phone: '+19005550204' })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('forbidden number')])
  manager.kill()
  await manager.unregister()
})

it('a transfer: the other extension has the call, under the same id', async () => {
  const { act } = await openSession('101')
  const first = await telephoneAt(exchange, '101', [...telephone.answers, ...telephone.isHungUp])
  const phone = '+15550205'
  const [low, high] = [toneFile(exchange.folder, 440), toneFile(exchange.folder, 880)]
  const caller = callFrom(exchange, phone, [
    ...[carrier.answered, ...telephone.isReinvited, step.play(low)],
    ...[step.recv('BYE'), step.ok],
  ])
  await expect.poll(() => reports(exchange.system, phone), { timeout: 60_000 }).toContain('answer 101')
  const second = await telephoneAt(exchange, '102', [
    ...[...telephone.answers, step.play(high), step.pause(1_500)],
    ...telephone.hangsUp,
  ])
  expect(await act('transfer', { to: '999' })).toBe(409)
  expect(await act('transfer', { to: '102', callId: await callIdOf(phone) })).toBe(200)
  await Promise.all([first.finished(), second.finished(), caller.finished()])
  expect(await settled(exchange.system, phone)).toEqual([
    ...['in 101', 'answer 101', 'in 102', 'answer 102'],
    ...['hangup 102 answered', 'record 102 answered'],
  ])
  const { bytes } = await exchange.download(new URL(String(recordFor(exchange.system, phone)?.recordUrl)).pathname)
  expect(strengthOf(bytes, 0, 440)).toBeGreaterThan(1_000)
  expect(strengthOf(bytes, 1, 880)).toBeGreaterThan(1_000)
  expect(strengthOf(bytes, 0, 880)).toBeLessThan(200)
})

it('a transfer that is declined leaves the customer with the manager', async () => {
  const { act } = await openSession('101')
  const first = await telephoneAt(exchange, '101', [...telephone.answers, ...telephone.isHungUp])
  const phone = '+15550206'
  const caller = callFrom(exchange, phone, [carrier.answered, step.pause(4_000), carrier.hangUp])
  await expect.poll(() => reports(exchange.system, phone), { timeout: 60_000 }).toContain('answer 101')
  const second = await telephoneAt(exchange, '102', telephone.declines)
  expect(await act('transfer', { to: '102' })).toBe(200)
  await Promise.all([first.finished(), second.finished(), caller.finished()])
  expect(await settled(exchange.system, phone)).toEqual([
    ...['in 101', 'answer 101', 'in 102', 'in 101', 'answer 101'],
    ...['hangup 101 answered', 'record 101 answered'],
  ])
})

it('a colleague picks up a call that rings elsewhere', async () => {
  const { act } = await openSession('103')
  const rings = await telephoneAt(exchange, '101', telephone.isCancelled)
  const phone = '+15550207'
  routeNextTo(exchange.system, '101')
  const caller = callFrom(exchange, phone, [carrier.answered, step.pause(200), carrier.hangUp])
  const callId = await callIdOf(phone)
  const colleague = await telephoneAt(exchange, '103', [...telephone.answers, ...telephone.isHungUp])
  expect(await act('pickup', { callId })).toBe(200)
  await Promise.all([rings.finished(), colleague.finished(), caller.finished()])
  expect(await settled(exchange.system, phone)).toEqual([
    ...['in 101', 'in 103', 'answer 103'],
    ...['hangup 103 answered', 'record 103 answered'],
  ])
})

it('while the recording is paused nothing is recorded', async () => {
  const { act } = await openSession('101')
  const low = toneFile(exchange.folder, 440)
  const manager = await telephoneAt(exchange, '101', [...telephone.answers, ...telephone.isHungUp])
  const phone = '+15550208'
  // The customer speaks after the transfer, and so after the recording was paused.
  const caller = callFrom(exchange, phone, [
    ...[carrier.answered, ...telephone.isReinvited, step.play(low)],
    ...[step.recv('BYE'), step.ok],
  ])
  await expect.poll(() => reports(exchange.system, phone), { timeout: 60_000 }).toContain('answer 101')
  expect(await act('recording', { on: false })).toBe(200)
  const second = await telephoneAt(exchange, '102', [...telephone.answers, step.pause(1_000), ...telephone.hangsUp])
  expect(await act('transfer', { to: '102' })).toBe(200)
  await Promise.all([manager.finished(), second.finished(), caller.finished()])
  await settled(exchange.system, phone)
  const { bytes } = await exchange.download(new URL(String(recordFor(exchange.system, phone)?.recordUrl)).pathname)
  expect(strengthOf(bytes, 0, 440)).toBeLessThan(200)
})

it('a link of the softphone works once; its password logs in, and nothing works without a session', async () => {
  const { token, session, post, act } = await openSession('102')
  expect(session).toMatchObject({ extension: '102', sipUri: 'sip:102@127.0.0.1', wsUrl: expect.stringMatching(/^ws:/) })
  expect((await post('session', { token })).status).toBe(403)
  expect((await post('transfer', { to: '101' })).status).toBe(401)
  expect(await exchange.registerAs({ code: '102', user: session.user ?? '', password: session.password ?? '' })).toBe(
    200,
  )
  expect(await exchange.registerAs({ code: '101', user: session.user ?? '', password: session.password ?? '' })).toBe(
    403,
  )
  expect(await exchange.registerAs({ code: '102', user: session.user ?? '', password: 'wrong' })).toBe(401)
  const resumed = await post('session', { token: session.resumeToken })
  expect(resumed.status).toBe(200)
  // The page that resumed has the session now.
  expect(await act('transfer', { to: '101' })).toBe(401)
  expect(await exchange.registerAs({ code: '102', user: session.user ?? '', password: session.password ?? '' })).toBe(
    401,
  )
})
