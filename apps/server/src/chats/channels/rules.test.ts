import type { ChannelSettings } from '@patchbay/contract/chats/channels'
import type { MessageType } from '@patchbay/contract/chats/messages'
import { describe, expect, it } from 'vitest'
import { acceptsReadMarks, attachables, type Draft, suggestionTypes, typeOf, whyNotAccepted } from './rules.ts'

describe('acceptsReadMarks', () => {
  const marks: [ChannelSettings, boolean][] = [
    [{ status: { read: 'both' } }, true],
    [{ status: { read: 'receive' } }, true],
    [{ status: { read: 'send' } }, false],
    [{ status: { read: 'none' } }, false],
    [{ status: { delivered: 'both' } }, false],
    [{}, false],
  ]
  it.each(marks)('[D-63] with the settings %j read marks are sent: %s', (settings, doesTake) => {
    expect(acceptsReadMarks(settings)).toBe(doesTake)
  })
})

describe('whyNotAccepted', () => {
  const why = (settings: ChannelSettings, draft: Partial<Draft> = {}) =>
    whyNotAccepted(settings, { type: 'text', text: 'Hello', items: 0, quotes: false, ...draft })

  it.each(['text', 'product', 'order', 'image', 'file', 'audio'] as const)(
    '[D-63] a message of type %s is accepted only where its setting is receive or both',
    (type) => {
      const refused = `messages of the type ${type}`
      expect(why({ [type]: { creating: 'receive' } }, { type })).toBeUndefined()
      expect(why({ [type]: { creating: 'both' } }, { type })).toBeUndefined()
      expect(why({ [type]: { creating: 'send' } }, { type })).toBe(refused)
      expect(why({ [type]: { creating: 'none' } }, { type })).toBe(refused)
      expect(why({ [type]: { reaction: 'both' } }, { type })).toBe(refused)
      expect(why({}, { type })).toBe(refused)
    },
  )

  it.each(['system', 'command'] as const)('[D-63] a message of type %s is never accepted', (type) => {
    const settings = { [type]: { creating: 'both' } } as ChannelSettings
    expect(why(settings, { type })).toBe(`messages of the type ${type}`)
  })

  it('[D-63] a quote is accepted where quoting is receive or both; without a quote the setting does not matter', () => {
    const quoting = (feature: 'both' | 'receive' | 'send') =>
      why({ text: { creating: 'both', quoting: feature } }, { quotes: true })
    expect([quoting('both'), quoting('receive'), quoting('send')]).toStrictEqual([undefined, undefined, 'quotes'])
    expect(why({ text: { creating: 'both' } }, { quotes: true })).toBe('quotes')
    expect(why({ text: { creating: 'both' } }, { quotes: false })).toBeUndefined()
  })

  it('[D-63] limits the length of a text as the channel declares', () => {
    const settings: ChannelSettings = { text: { creating: 'both', max_chars_count: 5 } }
    expect(why(settings, { text: '12345' })).toBeUndefined()
    expect(why(settings, { text: '123456' })).toBe('texts longer than 5 characters')
  })

  it('[D-63] limits the number of files as the channel declares', () => {
    const settings: ChannelSettings = { image: { creating: 'both', max_items_count: 2 } }
    expect(why(settings, { type: 'image', items: 2 })).toBeUndefined()
    expect(why(settings, { type: 'image', items: 3 })).toBe('more than 2 files in one message')
  })

  it('[D-63] limits the size of a file as the channel declares', () => {
    const settings: ChannelSettings = { file: { creating: 'both', max_item_size: 100 } }
    expect(why(settings, { type: 'file', items: 1, largest: 100 })).toBeUndefined()
    expect(why(settings, { type: 'file', items: 1, largest: 101 })).toBe('files larger than 100 bytes')
    expect(why(settings, { type: 'file', items: 1 })).toBeUndefined()
  })

  it('[D-63] a limit of 0, or an absent one, means no limit', () => {
    expect(why({ text: { creating: 'both', max_chars_count: 0 } })).toBeUndefined()
    const file = { creating: 'both', max_items_count: 0, max_item_size: 0 } as const
    expect(why({ file }, { type: 'file', items: 9, largest: 1e9 })).toBeUndefined()
    expect(why({ file: { creating: 'both' } }, { type: 'file', items: 9, largest: 1e9 })).toBeUndefined()
  })
})

describe('attachables', () => {
  it('[D-63] offers the kinds of files that the channel accepts from users, with its limits', () => {
    const settings: ChannelSettings = {
      text: { creating: 'both' },
      image: { creating: 'receive', max_items_count: 4, max_item_size: 1000 },
      audio: { creating: 'both' },
      file: { creating: 'send' },
    }
    expect(attachables(settings)).toStrictEqual([{ kind: 'image', maxItems: 4, maxSize: 1000 }, { kind: 'audio' }])
    expect(attachables({ file: { creating: 'both', max_item_size: 7 } })).toStrictEqual([{ kind: 'file', maxSize: 7 }])
  })

  it('[D-63] offers nothing where nothing is accepted, and omits a limit of 0', () => {
    expect(attachables({})).toStrictEqual([])
    expect(attachables({ image: { creating: 'both', max_items_count: 0, max_item_size: 0 } })).toStrictEqual([
      { kind: 'image' },
    ])
  })
})

describe('typeOf', () => {
  const kinds: [string[], MessageType][] = [
    [[], 'text'],
    [['image'], 'image'],
    [['image', 'image'], 'image'],
    [['audio'], 'audio'],
    [['audio', 'audio'], 'audio'],
    [['file'], 'file'],
    [['image', 'audio'], 'file'],
    [['image', 'file'], 'file'],
    [['audio', 'file'], 'file'],
  ]
  it.each(kinds)('[D-61] files of the kinds %j make a message of type %s', (given, type) => {
    expect(typeOf(given)).toBe(type)
  })
})

it('[D-116] offers the quick replies that the transport receives', () => {
  expect(suggestionTypes({})).toEqual([])
  expect(suggestionTypes({ suggestions: { url: 'both', text: 'receive', phone: 'send', email: 'none' } })).toEqual([
    'text',
    'url',
  ])
})
