import { expect, it } from 'vitest'
import { decideTranscript } from './transcript-rules.ts'
import { MOST_TRANSCRIPT_TEXT } from './transcripts.ts'

const hello = { start: 0, end: 2, speaker: 'manager', text: 'Fern and Field, good morning' }
const asks = { start: 2.5, end: 6, speaker: 'customer', text: 'Do you have an olive tree?' }

it('is stored in the order of what was said', () => {
  expect(decideTranscript([asks, hello])).toEqual({ ok: true, segments: [hello, asks] })
  expect(decideTranscript([])).toEqual({ ok: true, segments: [] })
})

it('rejects a segment that ends before it starts, and more text than fits', () => {
  expect(decideTranscript([hello, { ...asks, end: 1 }])).toEqual({
    ok: false,
    fields: { 'segments.1.end': 'is before its start' },
  })
  const long = Array.from({ length: 26 }, () => ({ ...hello, text: 'x'.repeat(4_000) }))
  expect(decideTranscript(long)).toMatchObject({ ok: false })
  expect(decideTranscript(long.slice(0, MOST_TRANSCRIPT_TEXT / 4_000))).toMatchObject({ ok: true })
})
