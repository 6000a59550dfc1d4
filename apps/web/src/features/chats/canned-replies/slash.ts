import type { CannedReply } from '@patchbay/contract/chats/workspace/canned-replies'

/** The word with a slash before the caret: where it begins, and what follows the slash. */
export type SlashWord = { start: number; query: string }

/** A slash at the beginning or after a space, not that of an address or of and/or. */
export const slashWordAt = (text: string, caret: number): SlashWord | undefined => {
  const found = /(?:^|\s)\/([^\s/]*)$/u.exec(text.slice(0, caret))
  return found ? { start: caret - (found[1] ?? '').length - 1, query: found[1] ?? '' } : undefined
}

const rank = ({ shortcut, title }: CannedReply, query: string): number => {
  if (shortcut === query) return 0
  if (shortcut.startsWith(query)) return 1
  if (title.toLocaleLowerCase().startsWith(query)) return 2
  return shortcut.includes(query) || title.toLocaleLowerCase().includes(query) ? 3 : -1
}

/** The replies that fit what was typed, the best first. */
export const matchingReplies = (replies: readonly CannedReply[], query: string): CannedReply[] => {
  const wanted = query.toLocaleLowerCase()
  return replies
    .map((reply) => ({ reply, at: rank(reply, wanted) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
    .map(({ reply }) => reply)
}
