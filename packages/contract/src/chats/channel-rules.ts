import type { ChannelSettings, Feature } from './channels.ts'
import type { MessageType } from './messages.ts'

// What a channel accepts, as its transport has declared it.

/** D-64: a group in the edit replaces that group; the others stay. */
export const mergeSettings = (before: ChannelSettings, given: ChannelSettings | undefined): ChannelSettings => ({
  ...before,
  ...given,
})

export type ChannelAction = 'creating' | 'editing' | 'quoting' | 'deleting' | 'reaction'

/** D-63: a feature that is not declared is `none`. */
const featureFor = (settings: ChannelSettings, type: MessageType, action: ChannelAction): Feature => {
  if (type === 'system' || type === 'command') return 'none'
  const group: Partial<Record<ChannelAction, Feature>> = settings[type] ?? {}
  return group[action] ?? 'none'
}

/** C-15, D-63: whether the transport accepts this action of the system's users. */
export const acceptsFromUsers = (settings: ChannelSettings, type: MessageType, action: ChannelAction): boolean =>
  ['receive', 'both'].includes(featureFor(settings, type, action))

/** C-15, D-63: whether the transport may send this action of its customers. */
export const acceptsFromCustomers = (settings: ChannelSettings, type: MessageType, action: ChannelAction): boolean =>
  ['send', 'both'].includes(featureFor(settings, type, action))
