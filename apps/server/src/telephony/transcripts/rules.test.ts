import { expect, it } from 'vitest'
import { momentOf, textOf, wordsOfTranscript } from './rules.ts'

const hello = { start: 0, end: 2, speaker: 'manager', text: 'Fern and Field, good morning' }
const asks = { start: 2.5, end: 6, speaker: 'customer', text: 'Do you have an olive tree?' }

it('is found by its words, at the moment when the first of them was said', () => {
  expect(wordsOfTranscript([hello, asks])).toContain('olive')
  expect(textOf([hello, asks])).toContain('\n')
  expect(momentOf({ whole: [], beginning: 'oliv' }, [hello, asks])).toEqual({ text: asks.text, at: 2.5 })
  expect(momentOf({ whole: [], beginning: 'fig' }, [hello, asks])).toBeUndefined()
})
