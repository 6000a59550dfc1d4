import { expect, it } from 'vitest'
import { SEARCHED_MS, searchWords } from './rules.ts'

const now = new Date('2026-11-16T12:00:00Z')
const message = { content: 'Is the Olive tree — olive! — in stock?', createdAt: now, deletedAt: null }

it('stores the words of a message, but not of a deleted one, nor of one that is older than a year', () => {
  expect(searchWords(message, now)).toEqual(['in', 'is', 'olive', 'stock', 'the', 'tree'])
  expect(searchWords({ ...message, deletedAt: now }, now)).toEqual([])
  expect(searchWords({ ...message, createdAt: new Date(now.getTime() - SEARCHED_MS) }, now)).toHaveLength(6)
  expect(searchWords({ ...message, createdAt: new Date(now.getTime() - SEARCHED_MS - 1) }, now)).toEqual([])
})
