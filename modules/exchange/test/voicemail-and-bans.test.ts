import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toneWav } from '../src/recordings/tones.ts'
import { strengthOf, toneFile } from './support/audio.ts'
import { type Exchange, PASSWORD, recordFor, settled, startExchange } from './support/exchange.ts'
import { carrier, step } from './support/sipp.ts'
import { callFrom } from './support/telephones.ts'

// Voicemail, and who is kept out.

let exchange: Exchange
beforeAll(async () => {
  exchange = await startExchange({ environment: { RING_SECONDS: '0', QUEUE_SECONDS: '0', BAN_AFTER: '3' } })
})
afterAll(() => exchange.stop())

it('nobody answers: a greeting, then the message of the customer; the call stays unanswered', async () => {
  const greeting = join(exchange.folder, 'greeting.wav')
  writeFileSync(greeting, toneWav(600, 0.2, 0))
  exchange.settings.greeting = greeting
  const phone = '+15550401'
  const low = toneFile(exchange.folder, 440)
  const caller = callFrom(exchange, phone, [carrier.answered, step.play(low), step.pause(1_500), carrier.hangUp])
  await caller.finished()
  expect(await settled(exchange.system, phone)).toEqual(['hangup no answered', 'record no answer'])
  const { bytes } = await exchange.download(new URL(String(recordFor(exchange.system, phone)?.recordUrl)).pathname)
  expect(strengthOf(bytes, 0, 440)).toBeGreaterThan(2_000)
})

it('an address that tries passwords is banned, also with the right one', async () => {
  const login = { code: '101', user: '101' }
  expect(await exchange.registerAs({ ...login, password: PASSWORD })).toBe(200)
  for (let count = 0; count <= 3; count++) expect(await exchange.registerAs({ ...login, password: 'guess' })).toBe(401)
  expect(await exchange.registerAs({ ...login, password: PASSWORD, attempts: 2 })).toBe(408)
  await expect.poll(() => exchange.kamailioLog(), { timeout: 60_000 }).toContain('banned 127.0.0.1 REGISTER')
})
