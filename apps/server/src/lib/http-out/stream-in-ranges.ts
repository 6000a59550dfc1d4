import { Readable } from 'node:stream'
import {
  type ByteRange,
  type ContentRange,
  contentRange,
  rangeHeader,
  readContentRange,
  sliceOf,
} from './byte-range.ts'
import type { Answer, StreamAnswer } from './egress.ts'

// A long response where each message is limited in size: it is requested range by range, the next one when the reader is ready.

export const RANGE_BYTES = 512 * 1024
const OTHER_PART = 'it sent another part than was asked for'

type Answered = Extract<Answer, { ok: true }>

/** Requests one range; the answer has bytes. Undefined when nobody is there to answer. */
export type RequestRange = (range: string) => Promise<Answer | undefined>

/** An answer is taken only when it is the range that it says it is: other bytes would shift all that follow. */
const readPart = ({ status, headers, bytes, truncated }: Answered): (ContentRange & { bytes: Buffer }) | undefined => {
  const slice = status === 206 && !truncated ? readContentRange(headers['content-range']) : undefined
  return slice && bytes?.length === slice.to - slice.from + 1 ? { ...slice, bytes } : undefined
}

const remaining = async function* (request: RequestRange, first: Buffer, span: ContentRange): AsyncGenerator<Buffer> {
  yield first
  for (let next = span.from + first.length; next <= span.to; ) {
    const to = Math.min(next + RANGE_BYTES - 1, span.to)
    const answer = await request(rangeHeader({ from: next, to }))
    if (!answer?.ok) throw new Error(answer?.reason ?? 'nobody answers any more')
    const part = readPart(answer)
    if (part?.from !== next || part.total !== span.total) throw new Error(OTHER_PART)
    yield part.bytes
    next += part.bytes.length
  }
}

const streamOf = (chunks: AsyncIterable<Buffer> | Buffer[]): Readable => {
  const body = Readable.from(chunks)
  // The reader gets the error; a body that is dropped unread must not crash the process.
  body.on('error', () => undefined)
  return body
}

const firstRange = (wanted: ByteRange): ByteRange =>
  'last' in wanted
    ? { last: Math.min(wanted.last, RANGE_BYTES) }
    : { from: wanted.from, to: Math.min(wanted.to ?? Number.POSITIVE_INFINITY, wanted.from + RANGE_BYTES - 1) }

/** Answers as one request for `wanted` would, or for the whole. What is not a range (an error) is passed on. */
export const streamInRanges = async (
  request: RequestRange,
  wanted: ByteRange | undefined,
): Promise<StreamAnswer | undefined> => {
  const asked = wanted ?? { from: 0 }
  const answer = await request(rangeHeader(firstRange(asked)))
  if (!answer?.ok) return answer
  const { status, headers, bytes, truncated, durationMs } = answer
  const part = readPart(answer)
  if (!part && status !== 206 && !truncated)
    return { ok: true, status, headers, body: streamOf([bytes ?? Buffer.alloc(0)]), durationMs }
  const span = part && sliceOf(asked, part.total)
  if (!part || !span) return { ok: false, kind: 'unknown', reason: OTHER_PART, durationMs }
  // The end of a long one: now its length is known.
  if ('last' in asked && span.from < part.from) return streamInRanges(request, { from: span.from })
  if (span.from !== part.from) return { ok: false, kind: 'unknown', reason: OTHER_PART, durationMs }
  const { 'content-range': _range, ...others } = headers
  const body = streamOf(remaining(request, part.bytes, span))
  const complete = { ...others, 'content-length': String(span.to - span.from + 1) }
  return wanted
    ? { ok: true, status: 206, headers: { ...complete, 'content-range': contentRange(span) }, body, durationMs }
    : { ok: true, status: 200, headers: complete, body, durationMs }
}
