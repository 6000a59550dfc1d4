import { afterAll, beforeAll, expect, it } from 'vitest'
import { secondsOf, strengthOf, toneFile } from './support/audio.ts'
import { type Exchange, LINE, recordFor, reports, routeNextTo, settled, startExchange } from './support/exchange.ts'
import { carrier, step, telephone } from './support/sipp.ts'
import { callFrom, telephoneAt } from './support/telephones.ts'

let exchange: Exchange
beforeAll(async () => {
  exchange = await startExchange({ environment: { RING_SECONDS: '60', QUEUE_SECONDS: '60' } })
})
afterAll(() => exchange.stop())

const reported = (phone: string, what: string) =>
  expect.poll(() => reports(exchange.system, phone), { timeout: 60_000 }).toContain(what)

it('registers once at its first start, with its lists', () => {
  const sent = exchange.system.received.filter(({ path }) => /integration-modules\/.*edit$/.test(path))
  expect(sent.map(({ status }) => status)).toEqual([201])
  expect(exchange.system.settings()).toMatchObject({ code: 'exchange' })
})

it('[D-85] routed by the lookup, answered, ended by the customer; the recording has both, each in its channel', async () => {
  const [low, high] = [toneFile(exchange.folder, 440), toneFile(exchange.folder, 880)]
  const manager = await telephoneAt(exchange, '102', [...telephone.answers, step.play(high), ...telephone.isHungUp])
  const other = await telephoneAt(exchange, '101', telephone.answers)
  routeNextTo(exchange.system, '102')
  const phone = '+15550101'
  const caller = callFrom(exchange, phone, [carrier.answered, step.play(low), step.pause(1_500), carrier.hangUp])
  await caller.finished()
  await manager.finished()
  other.kill()
  await other.unregister()
  expect(await settled(exchange.system, phone)).toEqual([
    'in 102',
    'answer 102',
    'hangup 102 answered',
    'record 102 answered',
  ])
  const record = recordFor(exchange.system, phone)
  expect(record).toMatchObject({ externalPhone: LINE, site: 'shop', type: 'in' })
  const path = new URL(String(record?.recordUrl)).pathname
  const { type, bytes } = await exchange.download(path)
  expect(type).toBe('audio/wav')
  expect(secondsOf(bytes)).toBeGreaterThan(1)
  expect(strengthOf(bytes, 0, 440)).toBeGreaterThan(2_000)
  expect(strengthOf(bytes, 1, 880)).toBeGreaterThan(2_000)
  expect(strengthOf(bytes, 0, 880)).toBeLessThan(200)
  expect(strengthOf(bytes, 1, 440)).toBeLessThan(200)
  const part = await exchange.download(path, 'bytes=44-143')
  expect([part.status, part.bytes.length]).toEqual([206, 100])
})

it('the manager hangs up; meanwhile the system shows them as busy', async () => {
  const from = exchange.system.received.length
  const manager = await telephoneAt(exchange, '101', [...telephone.answers, step.pause(300), ...telephone.hangsUp])
  const phone = '+15550102'
  const caller = callFrom(exchange, phone, [carrier.answered, step.recv('BYE'), step.ok])
  await caller.finished()
  await manager.finished()
  expect(await settled(exchange.system, phone)).toEqual([
    'in 101',
    'answer 101',
    'hangup 101 answered',
    'record 101 answered',
  ])
  const statuses = () =>
    exchange.system.received
      .slice(from)
      .flatMap(({ path, fields }) => (path.endsWith('/users/1/status') ? fields.status : []))
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(['busy', 'free'])
})

it('all telephones of the group ring, one answers, the others stop', async () => {
  const first = await telephoneAt(exchange, '101', telephone.isCancelled)
  const second = await telephoneAt(exchange, '102', [
    ...telephone.answers.slice(0, 3),
    step.pause(500),
    ...telephone.answers.slice(3),
    ...telephone.isHungUp,
  ])
  const phone = '+15550103'
  const caller = callFrom(exchange, phone, [carrier.answered, step.pause(200), carrier.hangUp])
  await Promise.all([caller.finished(), first.finished(), second.finished()])
  expect(await settled(exchange.system, phone)).toEqual([
    'in 101 102',
    'answer 102',
    'hangup 102 answered',
    'record 102 answered',
  ])
})

it('the customer gives up', async () => {
  const manager = await telephoneAt(exchange, '101', telephone.isCancelled)
  const phone = '+15550104'
  const caller = callFrom(exchange, phone, [
    step.pause(800),
    carrier.cancel(LINE),
    step.expect(200),
    carrier.refused(487, LINE),
  ])
  await Promise.all([caller.finished(), manager.finished()])
  expect(await settled(exchange.system, phone)).toEqual(['in 101', 'hangup 101 cancel', 'record 101 no answer'])
})

it('declined by everybody: busy', async () => {
  exchange.settings.queueMs = 200
  const manager = await telephoneAt(exchange, '103', telephone.declines)
  const phone = '+15550105'
  const caller = callFrom(exchange, phone, [carrier.refused(486, LINE)])
  await Promise.all([caller.finished(), manager.finished()])
  expect(await settled(exchange.system, phone)).toEqual(['in 103', 'hangup 103 busy', 'record 103 busy'])
  exchange.settings.queueMs = 60_000
})

it('nobody answers: missed', async () => {
  exchange.settings.ringMs = 500
  exchange.settings.queueMs = 500
  const manager = await telephoneAt(exchange, '103', telephone.isCancelled)
  const phone = '+15550106'
  const caller = callFrom(exchange, phone, [carrier.refused(480, LINE)])
  await Promise.all([caller.finished(), manager.finished()])
  expect(await settled(exchange.system, phone)).toEqual(['in 103', 'hangup 103 no answered', 'record 103 no answer'])
  exchange.settings.ringMs = 60_000
  exchange.settings.queueMs = 60_000
})

it('the group does not answer in time: the overflow rings too', async () => {
  exchange.settings.ringMs = 500
  exchange.settings.group = ['101']
  exchange.settings.overflow = ['103']
  const [first, second] = [
    await telephoneAt(exchange, '101', telephone.isCancelled),
    await telephoneAt(exchange, '103', [...telephone.answers, ...telephone.isHungUp]),
  ]
  const phone = '+15550107'
  const caller = callFrom(exchange, phone, [carrier.answered, step.pause(200), carrier.hangUp])
  await Promise.all([caller.finished(), first.finished(), second.finished()])
  expect(await settled(exchange.system, phone)).toEqual([
    'in 101',
    'in 101 103',
    'answer 103',
    'hangup 103 answered',
    'record 103 answered',
  ])
  exchange.settings.ringMs = 60_000
  exchange.settings.group = undefined
  exchange.settings.overflow = []
})

it('who is at lunch does not ring; a call waits in the queue for the next who is free', async () => {
  await exchange.setStatus('101', 'dinner')
  const manager = await telephoneAt(exchange, '101', [...telephone.answers, ...telephone.isHungUp])
  const phone = '+15550108'
  const caller = callFrom(exchange, phone, [carrier.answered, step.pause(200), carrier.hangUp])
  await expect
    .poll(
      () => exchange.system.received.some(({ path, fields }) => path.endsWith('/manager') && fields.phone === phone),
      { timeout: 60_000 },
    )
    .toBe(true)
  expect(reports(exchange.system, phone)).toEqual([])
  await exchange.setStatus('101', 'free')
  await reported(phone, 'in 101')
  await Promise.all([caller.finished(), manager.finished()])
  expect(await settled(exchange.system, phone)).toContain('record 101 answered')
})
