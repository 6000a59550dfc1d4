import { expect, it } from 'vitest'
import { keyText, parseKey } from './key-text.ts'

const secret = 'A'.repeat(43)

it('[D-01] reads back the key it wrote, short enough for the columns of public modules', () => {
  const text = keyText('abcd1234', secret)
  expect(parseKey(text)).toEqual({ id: 'abcd1234', secret })
  expect(text.length).toBeLessThanOrEqual(100)
})

it('[D-01] knows a mistyped key by its checksum, and what is no key at all', () => {
  const text = keyText('abcd1234', secret)
  for (const wrong of [
    text.slice(0, -1),
    `${text}0`,
    text.replace('A', 'B'),
    text.replace('abcd', 'abce'),
    '',
    'apiKey',
    `pb__${secret}`,
  ]) {
    expect(parseKey(wrong), wrong).toBeUndefined()
  }
})
