import { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { fail } from '../../lib/errors.ts'
import { type ByteRange, type ContentRange, readContentRange, sliceOf } from '../../lib/http-out/byte-range.ts'
import { streamFromModule } from '../../platform/modules/client.ts'
import type { Module } from '../../platform/modules/store.ts'
import { detectAudioType, FIRST_BYTES, isAudioLabel, recordingVerdict } from './rules.ts'

// T-19, D-34: a recording is streamed from the exchange to the browser. None of the exchange's headers are passed on: the
// type is detected from the first bytes.

const BEGIN_MS = 10_000
const MOST_BYTES = 1024 ** 3

export type Recording = {
  type: string
  /** Absent: the whole, of this length if it is known. */
  slice: ContentRange | undefined
  length: number | undefined
  body: Readable
}

type Source = { module: Module; url: string }
type Opened = { status: number; headers: Record<string, string>; body: Readable }

export const requestRecording = async (
  deps: Deps,
  { module, url }: Source,
  part: ByteRange | undefined,
): Promise<Opened> => {
  const answer = await streamFromModule(deps, module, {
    url,
    headers: { accept: 'audio/*' },
    part,
    totalMs: BEGIN_MS,
    purpose: { code: 'recording' },
    verdictOf: recordingVerdict,
  })
  if (!answer.ok) return fail('module_unreachable', { values: { reason: answer.reason } })
  const refuse = (reason: string): never => {
    answer.body.destroy()
    return fail('recording_unplayable', { values: { reason } })
  }
  if (answer.status === 416) {
    answer.body.destroy()
    return fail('range_wrong')
  }
  if (answer.status !== 200 && answer.status !== 206) refuse(`it answered ${answer.status}`)
  const label = answer.headers['content-type']
  if (!isAudioLabel(label)) refuse(`it is labelled ${label?.slice(0, 60) || 'as nothing'}`)
  return answer
}

/** Reads the first bytes of a stream and returns them together with a stream of the whole. */
const peek = async (body: Readable): Promise<{ first: Buffer; whole: AsyncGenerator<Buffer> }> => {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let first = Buffer.alloc(0)
  while (first.length < FIRST_BYTES) {
    const { value, done } = await chunks.next()
    if (done) break
    first = Buffer.concat([first, value])
  }
  const rest = async function* () {
    yield first
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return
      yield value
    }
  }
  return { first, whole: rest() }
}

const checkedType = (first: Buffer): string =>
  detectAudioType(first) ??
  fail('recording_unplayable', { values: { reason: first.length === 0 ? 'it is empty' : 'it is not audio' } })

/** Skips what comes before the range and stops at its end, even if the exchange sends more than it announced. */
const cut = async function* (chunks: AsyncIterable<Buffer>, skip: number, length: number): AsyncGenerator<Buffer> {
  let [before, left] = [skip, length]
  for await (const chunk of chunks) {
    const wanted = chunk.subarray(Math.min(before, chunk.length)).subarray(0, left)
    before = Math.max(0, before - chunk.length)
    left -= wanted.length
    if (wanted.length > 0) yield wanted
    if (left <= 0) return
  }
}

const lengthOf = ({ headers }: Opened): number | undefined => {
  const length = /^\d{1,15}$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : undefined
  if (length !== undefined && length > MOST_BYTES)
    fail('recording_unplayable', { values: { reason: `it is longer than ${MOST_BYTES} bytes` } })
  return length
}

export const typeOf = async (deps: Deps, source: Source): Promise<string> => {
  const opened = await requestRecording(deps, source, { from: 0, to: FIRST_BYTES - 1 })
  const { first } = await peek(opened.body)
  opened.body.destroy()
  return checkedType(first)
}

/** The exchange sent a range: it must be the one that was requested. */
export const partOf = async (opened: Opened, part: ByteRange, type: string | undefined): Promise<Recording> => {
  const slice = readContentRange(opened.headers['content-range'])
  const requested = slice && sliceOf(part, slice.total)
  if (!slice || requested?.from !== slice.from || slice.total > MOST_BYTES) {
    opened.body.destroy()
    return fail('recording_unplayable', { values: { reason: 'it sent another part than was asked for' } })
  }
  const { first, whole } = await peek(opened.body)
  const known = type ?? checkedType(first)
  const length = slice.to - slice.from + 1
  return { type: known, slice, length, body: Readable.from(cut(whole, 0, length)) }
}

/** The exchange sent the whole recording, which it may although a range was requested: then we cut it. */
export const wholeOf = async (opened: Opened, part: ByteRange | undefined): Promise<Recording> => {
  const total = lengthOf(opened)
  const { first, whole } = await peek(opened.body)
  const type = checkedType(first)
  if (!part || total === undefined) {
    return { type, slice: undefined, length: total, body: Readable.from(cut(whole, 0, total ?? MOST_BYTES)) }
  }
  const slice = sliceOf(part, total) ?? fail('range_wrong')
  const length = slice.to - slice.from + 1
  return { type, slice, length, body: Readable.from(cut(whole, slice.from, length)) }
}
