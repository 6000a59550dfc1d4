import { Paper, Text } from '@mantine/core'
import type { CannedReply } from '@patchbay/contract/chats/workspace/canned-replies'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { cannedRepliesQuery } from './queries.ts'
import styles from './ReplyPicker.module.css'
import { matchingReplies, slashWordAt } from './slash.ts'

const SHOWN = 8

type PickerInput = {
  text: string
  caret: number
  /** The text without the word with the slash, and where it was. */
  onPick: (reply: CannedReply, at: { start: number; end: number }) => void
}

/** The list of canned replies while the word at the caret begins with a slash. */
export const useReplyPicker = ({ text, caret, onPick }: PickerInput) => {
  const listId = useId()
  const word = slashWordAt(text, caret)
  const [chosen, setChosen] = useState({ query: '', index: 0 })
  /** Escape closes it for this word. */
  const [closedAt, setClosedAt] = useState<number>()
  const { data } = useQuery({ ...cannedRepliesQuery, enabled: word !== undefined })
  if (!word && closedAt !== undefined) setClosedAt(undefined)
  const isOpen = word !== undefined && word.start !== closedAt && data !== undefined
  const replies = isOpen ? matchingReplies(data.replies, word.query).slice(0, SHOWN) : []
  // Typing goes on: the best match is chosen again.
  const index = chosen.query === word?.query ? Math.min(chosen.index, replies.length - 1) : 0
  const pick = (reply: CannedReply | undefined) => {
    if (word && reply) onPick(reply, { start: word.start, end: caret })
  }
  const step = (by: number) => {
    const next = (index + by + replies.length) % Math.max(replies.length, 1)
    setChosen({ query: word?.query ?? '', index: next })
  }
  const press = (key: string): boolean => {
    if (key === 'ArrowDown') step(1)
    else if (key === 'ArrowUp') step(-1)
    else if (key === 'Escape') setClosedAt(word?.start)
    else if ((key === 'Enter' || key === 'Tab') && replies.length > 0) pick(replies[index])
    else return false
    return true
  }
  /** Returns whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.shiftKey || event.nativeEvent.isComposing || !press(event.key)) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const field = {
    'aria-autocomplete': 'list',
    ...(isOpen && { 'aria-controls': listId }),
    ...(isOpen && replies.length > 0 && { 'aria-activedescendant': `${listId}-${index}` }),
  } as const
  const list = isOpen && (
    <ReplyList id={listId} replies={replies} index={index} isEmpty={data.replies.length === 0} onPick={pick} />
  )
  return { onKeyDown, field, list }
}

type ReplyListProps = {
  id: string
  replies: CannedReply[]
  index: number
  /** There are none at all. */
  isEmpty: boolean
  onPick: (reply: CannedReply) => void
}

const ReplyList = ({ id, replies, index, isEmpty, onPick }: ReplyListProps) => {
  const { replies: texts } = useConversationTexts()
  return (
    <Paper withBorder shadow="sm" p={4} className={styles.list}>
      {replies.length === 0 && (
        <Text size="sm" c="dimmed" p="xs" role="status">
          {isEmpty ? texts.noneYet : texts.none}
        </Text>
      )}
      <div id={id} role="listbox" aria-label={texts.title}>
        {replies.map((reply, place) => (
          <div
            key={reply.id}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === index}
            className={styles.option}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(reply)}
            onKeyDown={(event) => event.key === 'Enter' && onPick(reply)}
          >
            <Text size="sm" fw={500} truncate>
              {reply.title}{' '}
              <Text span size="xs" c="dimmed">
                /{reply.shortcut}
              </Text>
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {reply.text}
            </Text>
          </div>
        ))}
      </div>
    </Paper>
  )
}
