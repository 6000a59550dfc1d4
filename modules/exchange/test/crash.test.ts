import { startMockSystem } from '@patchbay/sdk/verify/mock-system'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRtpengine } from '../src/media/rtpengine.ts'
import { placeholderSdp } from '../src/media/sdp.ts'
import { type Prepared, prepare, reports, settled } from './support/exchange.ts'
import { isRunning, pidOf, startProcess } from './support/process.ts'
import { carrier, step, telephone } from './support/sipp.ts'
import { callFrom, telephoneAt } from './support/telephones.ts'

let place: Prepared
let module: Awaited<ReturnType<typeof startProcess>>
beforeAll(async () => {
  place = await prepare({ environment: { RING_SECONDS: '60', QUEUE_SECONDS: '60' } })
  module = await startProcess(place)
})
afterAll(async () => {
  await module.stop()
  await place.remove()
})

const ANSWERED = ['in 101', 'answer 101', 'hangup 101 answered', 'record 101 answered']
const talking = (phone: string) =>
  expect.poll(() => reports(place.system, phone), { timeout: 120_000 }).toContain('answer 101')
/** sipp ends the call when this many milliseconds are over: the program that is killed is back by then, also on a slow machine. */
const CALL_MS = 30_000

it('kill -9 of Kamailio in a call: the call goes on, and one record has its result', async () => {
  const manager = await telephoneAt(place, '101', [...telephone.answers, ...telephone.isHungUp])
  const phone = '+15550301'
  const caller = callFrom(place, phone, [carrier.answered, step.pause(CALL_MS), carrier.hangUp])
  await talking(phone)
  const before = pidOf(place.folder, 'kamailio')
  process.kill(before, 'SIGKILL')
  await Promise.all([caller.finished(), manager.finished()])
  expect(await settled(place.system, phone)).toEqual(ANSWERED)
  await expect.poll(() => pidOf(place.folder, 'kamailio')).not.toBe(before)
})

it('kill -9 of the module in a call: the programs go on, the next start ends the call as it ended', async () => {
  const manager = await telephoneAt(place, '101', [...telephone.answers, ...telephone.isHungUp])
  const phone = '+15550302'
  const caller = callFrom(place, phone, [carrier.answered, step.pause(CALL_MS), carrier.hangUp])
  await talking(phone)
  const pids = [pidOf(place.folder, 'kamailio'), pidOf(place.folder, 'rtpengine')]
  await module.kill()
  expect(pids.every(isRunning)).toBe(true)
  module = await startProcess(place)
  expect([pidOf(place.folder, 'kamailio'), pidOf(place.folder, 'rtpengine')]).toEqual(pids)
  await Promise.all([caller.finished(), manager.finished()])
  expect(await settled(place.system, phone)).toEqual(ANSWERED)
})

it('kill -9 of the module while a telephone rings: it rings again, and the call is answered', async () => {
  const first = await telephoneAt(place, '101', telephone.isCancelled)
  const phone = '+15550303'
  // The answer may arrive before the second ringing: Kamailio passes them on in processes of its own.
  const caller = callFrom(place, phone, [step.optional(180), carrier.answered, step.pause(200), carrier.hangUp])
  await expect.poll(() => reports(place.system, phone), { timeout: 120_000 }).toContain('in 101')
  await module.kill()
  // The telephone that rings is cancelled by the next start; another one of the same extension answers.
  const second = await telephoneAt(place, '101', [...telephone.answers, ...telephone.isHungUp])
  await first.unregister()
  module = await startProcess(place)
  await Promise.all([caller.finished(), first.finished(), second.finished()])
  expect(await settled(place.system, phone)).toEqual(ANSWERED)
})

it('the system is down for a while: nothing is lost, and the order stays', async () => {
  const { system } = place
  const { port } = new URL(system.url)
  await system.close()
  const phone = '+15550304'
  const manager = await telephoneAt(place, '101', [...telephone.answers, ...telephone.isHungUp])
  const caller = callFrom(place, phone, [carrier.answered, step.pause(200), carrier.hangUp])
  await Promise.all([caller.finished(), manager.finished()])
  const back = await startMockSystem(Number(port))
  Object.assign(back, { apiKey: system.apiKey, secret: system.secret, module: system.module, retryAfter: 0 })
  place.system = back
  expect(await settled(back, phone)).toEqual(ANSWERED)
})

it('asked to stop, everything ends with it', async () => {
  // Programs of its own, and none that it took over: it sees how they end.
  await module.stop()
  module = await startProcess(place)
  const pids = [pidOf(place.folder, 'kamailio'), pidOf(place.folder, 'rtpengine')]
  // A recorded call that the module does not know of: rtpengine 10.5 would crash at its end.
  const rtpengine = await openRtpengine({ port: Number(place.env.CONTROL_PORT) })
  const pair = { call: crypto.randomUUID(), from: 'customer', to: 'telephone', branch: 'telephone' }
  await rtpengine.offer(pair, placeholderSdp(), 'plain')
  await rtpengine.answer(pair, placeholderSdp(), 'plain')
  await rtpengine.startRecording(pair.call)
  rtpengine.close()
  await module.stop()
  expect(pids.some(isRunning)).toBe(false)
  expect(module.output()).not.toMatch(/ended by SIG(?!TERM)/)
})
