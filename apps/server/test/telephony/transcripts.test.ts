// Transcripts: uploaded by the module of the call, read and searched by those who may listen.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let ada: HttpClient
let bruno: HttpClient
let chiara: HttpClient
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  chiara = await system.fern.signIn('chiara')
})
afterAll(async () => {
  await exchange.close()
  await system.close()
})

type Call = { id: number; phone: string; transcript: boolean; said?: { text: string; at: number } }

const SEGMENTS = [
  { start: 0, end: 2.4, speaker: 'manager', text: 'Fern and Field, good morning' },
  { start: 2.8, end: 7, speaker: 'customer', text: 'Do you still have the blue hydrangeas?' },
  { start: 7.5, end: 9, speaker: 'manager', text: 'Three of them, in the greenhouse' },
]
const upload = (callExternalId: string, segments: readonly object[], more: object = {}) =>
  system.fern.api.post('/api/v5/telephony/call/transcript', { transcript: { callExternalId, segments }, ...more })
/** Bruno's call. */
const call = async (phone: string, externalId: string): Promise<Call> => {
  const record = { date: '2026-11-03 10:00:00', type: 'in', result: 'answered', code: '101', duration: 60 }
  await exchange.upload({ ...record, phone, externalId, recordUrl: `${exchange.module.url}/${externalId}` })
  return oneOf(phone)
}
const oneOf = async (phone: string, as = bruno): Promise<Call> => {
  const { calls } = (await as.get('/workspace/calls', { phone })).body as { calls: Call[] }
  return calls[0] ?? expect.fail(`no call of ${phone}`)
}
const said = async (text: string, as = bruno, more: Record<string, string> = {}) =>
  ((await as.get('/workspace/calls', { said: text, ...more })).body as { calls: Call[] }).calls
const transcriptOf = (id: number, as = bruno) => as.get(`/workspace/calls/${id}/transcript`)

it('is shown to those who may play the recording, and each reading is logged', async () => {
  const { id, transcript } = await call('+12025557001', 'said-1')
  expect(transcript).toBe(false)
  expect((await transcriptOf(id)).status).toBe(404)
  // As parts of a channel: the order of what was said is restored.
  expect((await upload('said-1', [SEGMENTS[1], SEGMENTS[2], SEGMENTS[0]] as object[])).status).toBe(200)
  expect((await transcriptOf(id)).body).toEqual({ success: true, segments: SEGMENTS })
  expect(await oneOf('+12025557001')).toMatchObject({ transcript: true })
  expect(await oneOf('+12025557001', chiara)).toMatchObject({ transcript: false })
  expect((await transcriptOf(id, chiara)).status).toBe(403)
  const { records } = (await ada.get('/workspace/action-log', { recordType: 'Call recordings' })).body as {
    records: { action: string; subject: string }[]
  }
  expect(records).toMatchObject([{ action: 'transcript.read', subject: `call ${id}` }])
})

it('is found by its words, with the moment at which they were said; not by those who may not listen', async () => {
  const { id } = await oneOf('+12025557001')
  expect(await said('hydrang')).toMatchObject([
    { id, said: { text: 'Do you still have the blue hydrangeas?', at: 2.8 } },
  ])
  expect(await said('greenhouse fern')).toMatchObject([{ id, said: { at: 0 } }])
  expect(await said('hydrangeas', ada)).toHaveLength(1)
  expect(await said('hydrangeas', chiara)).toEqual([])
  expect(await said('tulips')).toEqual([])
  expect(await said('a')).toEqual([])
  expect(await said('hydrangeas', ada, { direction: 'out' })).toEqual([])
  const edith = await system.kettle.signIn('edith')
  expect(await said('hydrangeas', edith)).toEqual([])
})

it('[D-163] is not read, nor found by its words, by who becomes the customer’s manager', async () => {
  const { id } = await oneOf('+12025557001')
  const customerId = await exchange.customer('+12025557002', { managerId: system.fern.userIds.chiara })
  expect((await chiara.postJson(`/workspace/calls/${id}/customer`, { customerId })).status).toBe(200)
  expect(await oneOf('+12025557001', chiara)).toMatchObject({ customerId, transcript: false })
  expect((await transcriptOf(id, chiara)).status).toBe(403)
  expect(await said('hydrangeas', chiara)).toEqual([])
  expect(await said('hydrangeas')).toMatchObject([{ id }])
})

it('is idempotent; a new one replaces it with its words, and an empty one deletes it', async () => {
  const { id } = await call('+12025557011', 'said-2')
  for (let again = 0; again < 2; again++) await upload('said-2', [{ start: 0, end: 1, text: 'First words: azalea' }])
  expect(await said('azalea')).toHaveLength(1)
  await upload('said-2', [{ start: 0, end: 1, text: 'Corrected words: begonia' }])
  expect(await said('azalea')).toEqual([])
  expect(await said('begonia')).toMatchObject([{ id }])
  expect((await upload('said-2', [])).status).toBe(200)
  expect(await said('begonia')).toEqual([])
  expect((await transcriptOf(id)).status).toBe(404)
})

it('belongs to a known call of the module, has a size limit, and says what is wrong', async () => {
  expect((await upload('no-such-call', SEGMENTS)).status).toBe(404)
  const backwards = await upload('said-1', [{ start: 5, end: 1, text: 'Backwards' }])
  expect(backwards).toMatchObject({ status: 400, body: { errors: { 'segments.0.end': 'is before its start' } } })
  const long = Array.from({ length: 30 }, (_, at) => ({ start: at, end: at + 1, text: 'word '.repeat(790) }))
  expect((await upload('said-1', long)).status).toBe(400)
  const other = await startExchange(system, 'pbx-two')
  expect((await upload('said-1', SEGMENTS, { clientId: 'client-pbx-two' })).status).toBe(404)
  await other.close()
  const reader = await system.fern.api.get('/workspace/calls/1/transcript')
  expect(reader.status).toBe(401)
})
