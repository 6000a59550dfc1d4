import { expect, it } from 'vitest'
import { emojiKey, isEmoji } from './emoji.ts'

it.each([
  '👍',
  '❤️',
  '❤',
  '😀',
  '👩‍👩‍👧‍👦',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '👍🏽',
  '✌🏻',
  '🇸🇪',
  '1️⃣',
  '#⃣',
  '🏳️‍🌈',
  '🏳‍🌈',
  '👁‍🗨',
  '🏃🏻‍♀️',
  '🏃🏻‍♀',
  '☺',
  '⛹🏿‍♂',
])('[D-65] takes %s, with or without its variation selectors', (emoji) => {
  expect(isEmoji(emoji)).toBe(true)
  expect(isEmoji(emojiKey(emoji))).toBe(true)
})

it.each(['', 'a', '1', '👍👍', '👍 ', ' 👍', ':+1:', '🇸', 'ok', '\uFE0F', '❤️❤️', '👩‍', '<3', '©x', '👍\u0000', '🏴󠁧'])(
  '[D-65] rejects %j, which is not one emoji',
  (text) => {
    expect(isEmoji(text)).toBe(false)
  },
)

it('[D-65] compares without U+FE0F', () => {
  expect(emojiKey('❤️')).toBe(emojiKey('❤'))
  expect(emojiKey('👍')).not.toBe(emojiKey('👎'))
  expect(emojiKey('👍')).not.toBe(emojiKey('👍🏽'))
})
