import { describe, expect, it } from 'vitest'
import { acceptsFromCustomers, acceptsFromUsers, type ChannelAction, mergeSettings } from './channel-rules.ts'
import type { ChannelSettings, Feature } from './channels.ts'
import type { MessageType } from './messages.ts'

describe('mergeSettings', () => {
  const before: ChannelSettings = { text: { creating: 'both', reaction: 'both' }, image: { creating: 'send' } }

  it('[D-64] a group in the edit replaces that group, and the others stay', () => {
    expect(mergeSettings(before, { text: { editing: 'receive' }, reactions: { max_count: 3 } })).toEqual({
      text: { editing: 'receive' },
      image: { creating: 'send' },
      reactions: { max_count: 3 },
    })
  })

  it('[D-64] absent or empty settings change nothing', () => {
    expect(mergeSettings(before, undefined)).toEqual(before)
    expect(mergeSettings(before, {})).toEqual(before)
  })
})

describe('acceptsFromUsers and acceptsFromCustomers', () => {
  const features: [Feature | undefined, boolean, boolean][] = [
    ['both', true, true],
    ['receive', true, false],
    ['send', false, true],
    ['none', false, false],
    [undefined, false, false],
  ]
  const types: MessageType[] = ['text', 'product', 'order', 'image', 'file', 'audio']

  it.each(features)('[C-15][D-63] with %s the transport accepts: %s, may send: %s', (feature, doesTake, doesBring) => {
    for (const type of types) {
      const settings: ChannelSettings = { [type]: feature === undefined ? {} : { reaction: feature } }
      expect(acceptsFromUsers(settings, type, 'reaction'), type).toBe(doesTake)
      expect(acceptsFromCustomers(settings, type, 'reaction'), type).toBe(doesBring)
    }
  })

  it('[D-63] each message type and each action has its own setting', () => {
    const actions: ChannelAction[] = ['creating', 'editing', 'quoting', 'deleting', 'reaction']
    for (const action of actions) {
      const settings: ChannelSettings = { text: { [action]: 'both' } }
      expect(actions.filter((other) => acceptsFromUsers(settings, 'text', other))).toEqual([action])
      expect(actions.filter((other) => acceptsFromCustomers(settings, 'text', other))).toEqual([action])
      expect(
        types.filter(
          (type) => acceptsFromUsers(settings, type, action) || acceptsFromCustomers(settings, type, action),
        ),
      ).toEqual(['text'])
    }
  })

  it('[D-63] system messages and commands never go to a transport, whatever its settings', () => {
    const settings = { system: { creating: 'both' }, command: { creating: 'both' } } as ChannelSettings
    for (const type of ['system', 'command'] as const) {
      expect(acceptsFromUsers(settings, type, 'creating')).toBe(false)
      expect(acceptsFromCustomers(settings, type, 'creating')).toBe(false)
    }
  })
})
