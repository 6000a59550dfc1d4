import { SUGGESTION_TYPES } from '@patchbay/contract/base/constants'
import type { ChannelSettings } from '@patchbay/contract/chats/channels'
import type { SuggestionType } from '@patchbay/contract/chats/message-cards'
import type { MessageType } from '@patchbay/contract/chats/messages'

// What a channel accepts, as its transport has declared it.

/** D-63, D-70: whether the transport wants to know what users have read. */
export const acceptsReadMarks = (settings: ChannelSettings): boolean =>
  ['receive', 'both'].includes(settings.status?.read ?? 'none')

// What users may write in a conversation.

export type Draft = {
  type: MessageType
  text: string
  items: number
  /** Bytes of the largest file. */
  largest?: number
  quotes: boolean
}

type Group = {
  creating?: string
  quoting?: string
  max_chars_count?: number
  max_items_count?: number
  max_item_size?: number
}

const isReceived = (feature: string | undefined): boolean => feature === 'receive' || feature === 'both'

/** D-63: undefined when the channel accepts this message, else what it does not accept. */
export const whyNotAccepted = (settings: ChannelSettings, draft: Draft): string | undefined => {
  if (draft.type === 'system' || draft.type === 'command') return `messages of the type ${draft.type}`
  const group: Group = settings[draft.type] ?? {}
  if (!isReceived(group.creating)) return `messages of the type ${draft.type}`
  if (draft.quotes && !isReceived(group.quoting)) return 'quotes'
  const { max_chars_count: chars, max_items_count: items, max_item_size: size } = group
  if (chars && draft.text.length > chars) return `texts longer than ${chars} characters`
  if (items && draft.items > items) return `more than ${items} files in one message`
  if (size && (draft.largest ?? 0) > size) return `files larger than ${size} bytes`
  return undefined
}

const ATTACHMENT_TYPES = ['image', 'audio', 'file'] as const

/** D-63: which kinds of files the channel accepts from users, how many and how large. */
export const attachables = (settings: ChannelSettings) =>
  ATTACHMENT_TYPES.filter(
    (type) => whyNotAccepted(settings, { type, text: '', items: 1, quotes: false }) === undefined,
  ).map((kind) => {
    const { max_items_count: maxItems, max_item_size: maxSize } = settings[kind] ?? {}
    return { kind, ...(maxItems && { maxItems }), ...(maxSize && { maxSize }) }
  })

/** D-70: the type of a message with files of these kinds. */
export const typeOf = (kinds: readonly string[]): MessageType => {
  if (kinds.length === 0) return 'text'
  if (kinds.every((kind) => kind === 'image')) return 'image'
  return kinds.every((kind) => kind === 'audio') ? 'audio' : 'file'
}

/** D-116: which quick replies the channel accepts from users. */
export const suggestionTypes = ({ suggestions = {} }: ChannelSettings): SuggestionType[] =>
  SUGGESTION_TYPES.filter((type) => isReceived(suggestions[type]))
