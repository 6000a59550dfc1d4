import { describe, expect, it } from 'vitest'
import { excerptOf, matches, readMessageSearch, SEARCHED_MS, searchWords, wordsOf } from './rules.ts'

const now = new Date('2026-11-16T12:00:00Z')
const message = { content: 'Is the Olive tree — olive! — in stock?', createdAt: now, deletedAt: null }

describe('the words of a message', () => {
  it('are each there once, in a fixed order, without case, accents and single letters', () => {
    expect(searchWords(message, now)).toEqual(['in', 'is', 'olive', 'stock', 'the', 'tree'])
    expect(wordsOf('Ёлка é a 7 Straße')).toEqual(['strasse', 'елка'])
  })

  it('are not stored for a deleted message, nor for one that is older than a year', () => {
    expect(searchWords({ ...message, deletedAt: now }, now)).toEqual([])
    expect(searchWords({ ...message, createdAt: new Date(now.getTime() - SEARCHED_MS) }, now)).toHaveLength(6)
    expect(searchWords({ ...message, createdAt: new Date(now.getTime() - SEARCHED_MS - 1) }, now)).toEqual([])
  })

  it('are at most 200 of at most 40 characters', () => {
    expect(wordsOf('x'.repeat(99))).toEqual(['x'.repeat(40)])
    expect(wordsOf(Array.from({ length: 999 }, (_, index) => `w${index}`).join(' '))).toHaveLength(200)
  })
})

describe('a search text', () => {
  it('asks for whole words and the beginning of the last one', () => {
    expect(readMessageSearch(' Olive  TR ')).toEqual({ whole: ['olive'], beginning: 'tr' })
    expect(readMessageSearch('tree tree tree')).toEqual({ whole: ['tree'], beginning: 'tree' })
    expect(readMessageSearch('one two three four five six seven')?.beginning).toBe('six')
    expect(readMessageSearch('a b ?')).toBeUndefined()
  })

  it.for([
    ['olive', true],
    ['oliv', true],
    ['stock oli', true],
    ['oli stock', false],
    ['olive fig', false],
    ['live', false],
  ] as const)('%s', ([text, found]) => {
    const asked = readMessageSearch(text)
    expect(asked && matches(asked, message.content)).toBe(found)
  })
})

it('shows the text around the first word that was found', () => {
  const asked = { whole: [], beginning: 'refund' }
  expect(excerptOf(asked, 'A refund, please')).toBe('A refund, please')
  const long = `${'before '.repeat(20)}Refunds ${'after '.repeat(40)}`
  const excerpt = excerptOf(asked, long)
  expect(excerpt).toMatch(/^… .*Refunds after.* …$/)
  expect(excerpt.length).toBeLessThan(170)
})
