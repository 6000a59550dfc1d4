import { describe, expect, it } from 'vitest'
import { excerptOf, hasAnyWord, hasWords, readWordSearch, wordsOf } from './word-search.ts'

const text = 'Is the Olive tree — olive! — in stock?'

describe('the words of a text', () => {
  it('are each there once, in a fixed order, without case, accents and single letters', () => {
    expect(wordsOf(text)).toEqual(['in', 'is', 'olive', 'stock', 'the', 'tree'])
    expect(wordsOf('Ёлка é a 7 Straße')).toEqual(['strasse', 'елка'])
  })

  it('are at most 200 of at most 40 characters', () => {
    expect(wordsOf('x'.repeat(99))).toEqual(['x'.repeat(40)])
    const many = Array.from({ length: 999 }, (_, index) => `w${index}`).join(' ')
    expect(wordsOf(many)).toHaveLength(200)
    expect(wordsOf(many, 500)).toHaveLength(500)
  })
})

describe('a search text', () => {
  it('asks for whole words and the beginning of the last one', () => {
    expect(readWordSearch(' Olive  TR ')).toEqual({ whole: ['olive'], beginning: 'tr' })
    expect(readWordSearch('tree tree tree')).toEqual({ whole: ['tree'], beginning: 'tree' })
    expect(readWordSearch('one two three four five six seven')?.beginning).toBe('six')
    expect(readWordSearch('a b ?')).toBeUndefined()
  })

  it.for([
    ['olive', true],
    ['oliv', true],
    ['stock oli', true],
    ['oli stock', false],
    ['olive fig', false],
    ['live', false],
  ] as const)('%s', ([asked, found]) => {
    const words = readWordSearch(asked)
    expect(words && hasWords(words, text)).toBe(found)
  })

  it('has any of its words in a part of a text', () => {
    expect(hasAnyWord({ whole: ['fig'], beginning: 'oli' }, text)).toBe(true)
    expect(hasAnyWord({ whole: [], beginning: 'fig' }, text)).toBe(false)
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
