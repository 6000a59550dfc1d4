import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { type ByteRange, contentRange, readRange, sliceOf } from './byte-range.ts'
import type { Answer } from './egress.ts'
import { RANGE_BYTES, type RequestRange, streamInRanges } from './stream-in-ranges.ts'

const WHOLE = Buffer.from(Array.from({ length: 2 * RANGE_BYTES + 10 }, (_, n) => n % 253))

const answered = (status: number, headers: Record<string, string>, bytes: Buffer): Answer => ({
  ok: true,
  status,
  headers,
  body: '',
  bytes,
  truncated: bytes.length > RANGE_BYTES,
  durationMs: 0,
})

const serve = () => {
  const asked: string[] = []
  const request: RequestRange = async (range) => {
    asked.push(range)
    const slice = sliceOf(readRange(range) ?? { from: 0 }, WHOLE.length)
    if (!slice) return answered(416, {}, Buffer.alloc(0))
    const headers = { 'content-type': 'audio/wav', 'content-range': contentRange(slice) }
    return answered(206, headers, WHOLE.subarray(slice.from, slice.to + 1))
  }
  return { asked, request }
}

it.each<[string, ByteRange | undefined, number, number]>([
  ['the whole', undefined, 0, 3],
  ['from a byte to the end', { from: RANGE_BYTES + 3 }, RANGE_BYTES + 3, 2],
  ['a short range', { from: 5, to: 9 }, 5, 1],
  ['a range as long as one message', { from: 0, to: RANGE_BYTES - 1 }, 0, 1],
  ['a range one byte longer', { from: 0, to: RANGE_BYTES }, 0, 2],
  ['the last bytes', { last: 7 }, WHOLE.length - 7, 1],
  ['a long end', { last: RANGE_BYTES + 7 }, WHOLE.length - RANGE_BYTES - 7, 3],
])('[D-103] %s comes in ranges that fit', async (_what, wanted, from, requests) => {
  const { asked, request } = serve()
  const stream = await streamInRanges(request, wanted)
  if (!stream?.ok) throw new Error(stream?.reason)
  const to = wanted && 'to' in wanted && wanted.to !== undefined ? wanted.to : WHOLE.length - 1
  expect((await buffer(stream.body)).equals(WHOLE.subarray(from, to + 1))).toBe(true)
  expect(asked).toHaveLength(requests)
  expect(stream).toMatchObject({
    status: wanted ? 206 : 200,
    headers: { 'content-type': 'audio/wav', 'content-length': String(to - from + 1) },
  })
  expect(stream.headers['content-range']).toBe(wanted && contentRange({ from, to, total: WHOLE.length }))
})

it('[D-103] what is no range is passed on: an error, a whole that fits', async () => {
  for (const given of [answered(404, {}, Buffer.from('no')), answered(200, {}, Buffer.from('RIFF'))]) {
    const stream = await streamInRanges(async () => given, undefined)
    expect(stream).toMatchObject({ ok: true, status: (given as { status: number }).status })
  }
  expect(await streamInRanges(async () => undefined, undefined)).toBeUndefined()
})

it.each([
  ['other bytes', answered(206, { 'content-range': 'bytes 1-4/9' }, Buffer.from('abcd'))],
  ['fewer bytes than it says', answered(206, { 'content-range': 'bytes 0-4/9' }, Buffer.from('abcd'))],
  ['no Content-Range', answered(206, {}, Buffer.from('abcd'))],
  ['a whole that is too long', answered(200, {}, WHOLE)],
])('[D-103] %s: the answer is not taken', async (_what, given) => {
  expect(await streamInRanges(async () => given, { from: 0 })).toMatchObject({
    ok: false,
    reason: 'it sent another part than was asked for',
  })
})

it('[D-103] the stream fails when a later range is not the next one', async () => {
  const { request } = serve()
  const again: RequestRange = (range) => request(range.startsWith('bytes=0') ? range : 'bytes=3-9')
  const stream = await streamInRanges(again, undefined)
  if (!stream?.ok) throw new Error(stream?.reason)
  await expect(buffer(stream.body)).rejects.toThrow('another part')
})
