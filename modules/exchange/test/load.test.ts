import { afterAll, beforeAll, expect, it } from 'vitest'
import { CARRIER, type Exchange, LINE, PASSWORD, reports, routeNextTo, startExchange } from './support/exchange.ts'
import { register } from './support/register.ts'
import { carrier, listens, runSipp, step, telephone } from './support/sipp.ts'

// 200 calls at 20 a second, without media. Every event once, in order within its call, and every record.

const CALLS = 200
const PER_SECOND = 20
const EXTENSIONS = Array.from({ length: 30 }, (_, index) => String(101 + index))

let exchange: Exchange
beforeAll(async () => {
  // A call waits for its own manager: no group rings when the machine is slow.
  const environment = { RING_SECONDS: '600', QUEUE_SECONDS: '600', RECORD: 'no', GROUP: 'nobody' }
  exchange = await startExchange({ extensions: EXTENSIONS, environment, mediaPorts: 1_500 })
})
afterAll(() => exchange.stop())

it(`${CALLS} calls at ${PER_SECOND} a second`, { timeout: 600_000 }, async () => {
  const { system, folder, sipPort, nextPort } = exchange
  const port = nextPort()
  const steps = [...telephone.answers, ...telephone.isHungUp]
  // SIPp takes a repeated INVITE that comes late for a call of its own: with exactly as many as there are, the last would find nobody.
  const phones = runSipp({ folder, name: 'telephones', port, calls: CALLS * 10, steps })
  await listens(phones, port)
  const registered = EXTENSIONS.map((code) => register(sipPort, { code, password: PASSWORD, port }))
  expect(await Promise.all(registered)).toEqual(EXTENSIONS.map(() => 200))
  const callers = Array.from({ length: CALLS }, (_, index) => `+1555${1_000_000 + index}`)
  for (let index = 0; index < CALLS; index++) routeNextTo(system, EXTENSIONS[index % EXTENSIONS.length] ?? '')
  const carriers = runSipp({
    folder,
    name: 'carriers',
    address: CARRIER,
    port: nextPort(),
    remote: `127.0.0.1:${sipPort}`,
    calls: CALLS,
    perSecond: PER_SECOND,
    callers,
    steps: [carrier.invite(LINE), carrier.trying, carrier.ringing, carrier.answered, step.pause(300), carrier.hangUp],
  })
  expect(await carriers.done, carriers.errors()).toBe(0)
  const records = () => reports(system).filter((one) => one.startsWith('record'))
  await expect.poll(() => records().length, { timeout: 120_000 }).toBe(CALLS)
  phones.kill()
  await phones.done
  const wrong = callers.filter((phone) => {
    const [ring = '', answer, hangup, record, ...more] = reports(system, phone)
    const code = ring.replace('in ', '')
    return (
      more.length > 0 ||
      answer !== `answer ${code}` ||
      hangup !== `hangup ${code} answered` ||
      record !== `record ${code} answered`
    )
  })
  expect(wrong.map((phone) => reports(system, phone))).toEqual([])
})
