import type { ChannelSettings, Feature } from '@patchbay/contract/chats/channels'
import type { MessageType } from '@patchbay/contract/chats/messages'

// What a channel can do, as its transport has declared it.

/** D-64: a group that is given replaces that group; the others stay. */
export const mergeSettings = (before: ChannelSettings, given: ChannelSettings | undefined): ChannelSettings => ({
  ...before,
  ...given,
})

export type Deed = 'creating' | 'editing' | 'quoting' | 'deleting' | 'reaction'

/** D-63: what is not said is not there. */
const featureFor = (settings: ChannelSettings, type: MessageType, deed: Deed): Feature => {
  if (type === 'system' || type === 'command') return 'none'
  const group: Partial<Record<Deed, Feature>> = settings[type] ?? {}
  return group[deed] ?? 'none'
}

/** D-63: whether the transport takes what system users do. */
export const takes = (settings: ChannelSettings, type: MessageType, deed: Deed): boolean =>
  ['receive', 'both'].includes(featureFor(settings, type, deed))

/** D-63: whether the transport may bring what clients do. */
export const brings = (settings: ChannelSettings, type: MessageType, deed: Deed): boolean =>
  ['send', 'both'].includes(featureFor(settings, type, deed))

export const takesReadMarks = (settings: ChannelSettings): boolean =>
  ['receive', 'both'].includes(settings.status?.read ?? 'none')
