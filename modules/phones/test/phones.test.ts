import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MockSystem, type ReceivedRequest, startMockSystem } from '@patchbay/sdk/verify/mock-system'
import { renderText } from '@patchbay/sdk/verify/report'
import { verifyModule } from '@patchbay/sdk/verify/run'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CallReport, createExchange } from '../src/exchange.ts'
import { startPhones } from '../src/start.ts'
import { speechLikeTones } from '../src/tones.ts'
import { scriptedTranscript } from '../src/transcript.ts'

let reports: CallReport[]
let clock: number
let exchange: ReturnType<typeof createExchange>
beforeEach(() => {
  reports = []
  clock = 0
  let ids = 0
  exchange = createExchange({
    report: (one) => reports.push(one),
    now: () => clock,
    newId: () => `c-${++ids}`,
    recordUrl: (id) => `https://p.test/${id}`,
  })
})

const short = () =>
  reports.map((one) =>
    'event' in one
      ? [one.event.type, one.event.codes?.join(' '), one.event.hangupStatus].filter(Boolean).join(' ')
      : `record ${one.record.code} ${one.record.result} ${one.record.duration}s waited ${one.record.durationWaiting}s`,
  )

it('a ring group: all phones ring, one answers, the others stop ringing', () => {
  const call = exchange.callIn('+15550100', '600')
  clock = 4_000
  expect(exchange.answer(call?.id ?? '', '102')).toBe(true)
  expect(exchange.answer(call?.id ?? '', '103')).toBe(false)
  clock = 10_000
  exchange.hangUp(call?.id ?? '')
  expect(short()).toEqual(['in 101 102 103', 'answer 102', 'hangup 102 answered', 'record 102 answered 6s waited 4s'])
  const last = reports.at(-1)
  expect(last && 'record' in last && last.record.recordUrl).toBe('https://p.test/c-1')
})

it('rings only available phones, and is busy if there is none', () => {
  exchange.setStatus('101', 'dinner')
  exchange.callIn('+1', '600')
  exchange.setStatus('102', 'busy')
  exchange.setStatus('103', 'break')
  exchange.callIn('+2', '600')
  expect(short()).toEqual(['in 102 103', 'in 101 102 103', 'hangup 101 102 103 busy', 'record 101 busy 0s waited 0s'])
})

it('a phone that rings can ring for a second call; one that talks cannot', () => {
  const first = exchange.callIn('+1', '700')
  exchange.callIn('+2', '102')
  exchange.answer(first?.id ?? '', '102')
  exchange.callIn('+3', '102')
  expect(short()).toEqual([
    ...['in 101 102 103', 'in 102', 'answer 102', 'in 102', 'hangup 102 busy'],
    'record 102 busy 0s waited 0s',
  ])
})

it('transfers a call under the same id', () => {
  const id = exchange.callIn('+1', '101')?.id ?? ''
  exchange.answer(id, '101')
  expect(exchange.transfer(id, '101')).toBe(false)
  expect(exchange.transfer(id, '103')).toBe(true)
  exchange.hangUp(id)
  expect(short()).toEqual([
    ...['in 101', 'answer 101', 'in 103', 'answer 103'],
    ...['hangup 103 answered', 'record 103 answered 1s waited 0s'],
  ])
  expect(new Set(reports.map((one) => ('event' in one ? one.event.callExternalId : one.record.externalId)))).toEqual(
    new Set([id]),
  )
})

it('an unanswered call has no recording', () => {
  const { id } = exchange.callOut('101', '+1')
  clock = 30_000
  exchange.hangUp(id)
  expect(short()).toEqual(['out 101', 'hangup 101 no answered', 'record 101 no answer 0s waited 30s'])
})

it('writes a line for each turn of the recording, within its length', () => {
  const { callExternalId, segments } = scriptedTranscript('c-1', 5)
  expect(callExternalId).toBe('c-1')
  expect(segments.map(({ start, end, speaker }) => [start, end, speaker])).toEqual([
    [0, 1.6, 'manager'],
    [1.6, 3.2, 'customer'],
    [3.2, 4.8, 'manager'],
    [4.8, 5, 'customer'],
  ])
})

it('generates a WAV recording of the right length, the same for the same call', () => {
  const wav = speechLikeTones('c-1', 3)
  expect([wav.subarray(0, 4).toString(), wav.subarray(8, 12).toString(), wav.length]).toEqual([
    'RIFF',
    'WAVE',
    44 + 3 * 16_000,
  ])
  expect(wav.equals(speechLikeTones('c-1', 3))).toBe(true)
  expect(wav.equals(speechLikeTones('c-2', 3))).toBe(false)
  expect(wav.subarray(44).some((byte) => byte !== 0)).toBe(true)
})

let system: MockSystem
let folder: string
let url: string
beforeEach(async () => {
  system = await startMockSystem()
  system.users.add(7)
  system.sites.add('garden')
  system.retryAfter = 0
  folder = mkdtempSync(join(tmpdir(), 'patchbay-phones-'))
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    })
  })
  url = `http://127.0.0.1:${port}`
})
afterEach(async () => {
  await system.close()
  rmSync(folder, { recursive: true })
})

it('reports ringing, answered and ended calls in order; a restart keeps the extensions', async () => {
  const where = {
    systemUrl: system.url,
    apiKey: system.apiKey,
    publicUrl: url,
    folder,
    port: Number(new URL(url).port),
    log: () => {},
  }
  const phones = await startPhones(where)
  await phones.registered
  const act = (body: object) =>
    fetch(`${url}/act`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  expect(await (await fetch(url)).text()).toContain('<title>Phones</title>')
  expect((await act({ act: 'call-in', phone: '+15550100', to: '600', line: '+15559000' })).status).toBe(200)
  const ring = await system.waitFor(({ path }) => path.endsWith('/event'), 60_000)
  const { callExternalId } = (ring as ReceivedRequest).fields.event as { callExternalId: string }
  await act({ act: 'answer', id: callExternalId, code: '103' })
  await act({ act: 'hang-up', id: callExternalId })
  expect((await act({ act: 'hang-up', id: callExternalId })).status).toBe(409)
  await system.waitFor(({ path }) => path.endsWith('/transcript'), 60_000)
  const report = system.received.filter(
    ({ path }) => path.startsWith('/api/v5/telephony/') && !path.endsWith('/manager'),
  )
  const typeOf = ({ path, fields }: ReceivedRequest) =>
    (fields.event as { type?: string })?.type ?? (path.endsWith('/transcript') ? 'transcript' : 'record')
  expect(report.map((request) => request.problem ?? typeOf(request))).toEqual([
    ...['in', 'answer', 'hangup'],
    ...['record', 'transcript'],
  ])
  await phones.stop()

  const settings = system.settings()
  const additionalCodes = [{ userId: '7', code: '102' }]
  if (settings?.integrations?.telephony) settings.integrations.telephony.additionalCodes = additionalCodes
  const again = await startPhones(where)
  await again.registered
  await again.stop()
  expect(system.settings()?.integrations?.telephony?.additionalCodes).toEqual(additionalCodes)
})

it('brings its external numbers and its call history along, once, with recordings', async () => {
  const calls = [
    {
      externalId: 'p-1',
      startedAt: '2026-05-04T10:00:00Z',
      type: 'in',
      phone: '+15550100',
      result: 'answered',
      duration: 3,
    },
    {
      externalId: 'p-2',
      startedAt: '2026-05-05T10:00:00Z',
      type: 'in',
      phone: '+15550100',
      result: 'no answer',
      duration: 0,
    },
  ] as const
  const externalPhones = [{ siteCode: 'garden', externalPhone: '+15559000' }]
  const where = {
    systemUrl: system.url,
    apiKey: system.apiKey,
    publicUrl: url,
    folder,
    port: Number(new URL(url).port),
    log: () => {},
    setup: { extensions: { 'bruno@fern.test': '102' }, externalPhones, calls: [...calls] },
  }
  for (const _start of [1, 2]) {
    const phones = await startPhones(where)
    await phones.registered
    await phones.stop()
  }
  expect(system.settings()?.integrations?.telephony?.externalPhones).toEqual(externalPhones)
  const uploads = system.received.filter(({ path }) => path.endsWith('/upload'))
  expect(uploads.map(({ fields, problem }) => problem ?? fields.calls)).toEqual([
    [
      expect.objectContaining({
        externalId: 'p-1',
        date: '2026-05-04 10:00:00',
        recordUrl: `${url}/telephony/recordings/p-1`,
      }),
      expect.not.objectContaining({ recordUrl: expect.anything() }),
    ],
  ])
})

it('the page says who has which phone, that nobody has one, and which numbers are known', async () => {
  const externalPhones = [{ siteCode: 'shop', externalPhone: '+15559000' }]
  const past = { externalId: 'p-1', startedAt: '2026-05-04T10:00:00Z', type: 'in', phone: '+15550100' } as const
  const setup = {
    extensions: { 'user1@shop.test': '101' },
    externalPhones,
    calls: [{ ...past, result: 'no answer', duration: 0 } as const],
  }
  const phones = await startPhones({
    systemUrl: system.url,
    apiKey: system.apiKey,
    publicUrl: url,
    folder,
    port: Number(new URL(url).port),
    log: () => {},
    setup,
  })
  await phones.registered
  const stream = (await fetch(`${url}/events`)).body ?? expect.fail('no stream')
  let state = { phones: [] as object[], numbers: {} }
  for await (const chunk of stream) {
    state = JSON.parse(Buffer.from(chunk).toString().split('data: ').pop() ?? '')
    if (state.phones.every((phone) => 'owner' in phone)) break
  }
  await phones.stop()
  expect(state.phones).toMatchObject([{ code: '101', owner: 'User 1' }, { owner: null }, { owner: null }])
  expect(state.numbers).toEqual({ known: ['+15550100'], lines: ['+15559000'] })
})

it('passes the conformance test when started as in its README', { timeout: 60_000 }, async () => {
  const run = `exec "${process.execPath}" "${join(import.meta.dirname, '../src/main.ts')}"`
  const report = await verifyModule({ kind: 'telephony', url, run, waitMs: 8_000 })
  expect(
    report.outcomes.filter(({ result }) => result !== 'passed'),
    renderText(report),
  ).toEqual([])
})

it('[D-120] a phone that declines stops ringing, and the last one ends the call', () => {
  const call = exchange.callIn('+15550100', '700')
  expect(exchange.decline(call?.id ?? '', '102')).toBe(true)
  expect(exchange.decline(call?.id ?? '', '102')).toBe(false)
  exchange.decline(call?.id ?? '', '101')
  exchange.decline(call?.id ?? '', '103')
  expect(short()).toEqual(['in 101 102 103', 'hangup 103 busy', 'record 103 busy 0s waited 0s'])
})
