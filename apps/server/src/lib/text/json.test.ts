import { expect, it } from 'vitest'
import { storableJson, storableText } from './json.ts'

it('replaces what PostgreSQL cannot store, and nothing else', () => {
  expect(storableText('a\u0000b\ud83d')).toBe('a\uFFFDb\uFFFD')
  expect(storableText('🌿 fern')).toBe('🌿 fern')
  const value = ['a\u0000b', '\ud83d', '\udc00x', '🌿', '\u0001', '\\u0000', '\\\u0000', '\\\\ud83d']
  expect(JSON.parse(storableJson(value))).toEqual([
    'a\uFFFDb',
    '\uFFFD',
    '\uFFFDx',
    '🌿',
    '\u0001',
    '\\u0000',
    '\\\uFFFD',
    '\\\\ud83d',
  ])
})
