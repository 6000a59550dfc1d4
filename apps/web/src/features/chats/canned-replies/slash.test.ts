import type { CannedReply } from '@patchbay/contract/chats/workspace/canned-replies'
import { describe, expect, it } from 'vitest'
import { matchingReplies, slashWordAt } from './slash.ts'

const at = (text: string) => slashWordAt(text, text.length)

describe('slashWordAt', () => {
  it('finds the word at the caret, at the beginning or after a space', () => {
    expect(at('/')).toEqual({ start: 0, query: '' })
    expect(at('/hours')).toEqual({ start: 0, query: 'hours' })
    expect(at('Hello\n/часы')).toEqual({ start: 6, query: 'часы' })
    expect(slashWordAt('/ho and more', 3)).toEqual({ start: 0, query: 'ho' })
  })

  it.for(['', 'hours', 'and/or', 'https://fern.test', '/hours ', '//'])('finds none in %s', (text) => {
    expect(at(text)).toBeUndefined()
  })
})

describe('matchingReplies', () => {
  const reply = (shortcut: string, title: string) => ({ shortcut, title }) as CannedReply
  const all = [reply('delivery', 'When we deliver'), reply('hi', 'Greeting'), reply('hours', 'Opening hours')]
  const found = (query: string) => matchingReplies(all, query).map(({ shortcut }) => shortcut)

  it('lists all for an empty word, in their order', () => {
    expect(found('')).toEqual(['delivery', 'hi', 'hours'])
  })

  it('the exact shortcut first, then its beginning, the beginning of the title, and any part of both', () => {
    expect(found('h')).toEqual(['hi', 'hours', 'delivery'])
    expect(found('HI')).toEqual(['hi'])
    expect(found('opening')).toEqual(['hours'])
    expect(found('zzz')).toEqual([])
  })
})
