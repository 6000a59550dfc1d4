import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { meQuery } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifyError } from '../../../ui/notifications.ts'
import { EditMessage } from './EditMessage.tsx'
import { Message } from './Message.tsx'
import { MessageLog } from './MessageLog.tsx'
import { rowsOf } from './message-rows.ts'
import { type Abilities, type ReactionChange, useDeleteMessage, useReact } from './queries.ts'
import { AddReaction, Reactions } from './Reactions.tsx'
import { ReplaceReaction } from './ReplaceReaction.tsx'
import { choiceFor } from './reaction-choice.ts'

const useReactions = (chatId: number, myId: number, { maxReactions }: Abilities) => {
  const texts = useTexts()
  /** D-67: the emoji that finds no room, and where. */
  const [choosing, setChoosing] = useState<Pick<ReactionChange, 'messageId' | 'reaction'>>()
  const { mutate } = useReact(chatId, myId, (error, { messageId, reaction }) => {
    // A colleague was quicker.
    if (error instanceof ApiError && error.code === 'reactions_full' && maxReactions > 1)
      setChoosing({ messageId, reaction })
    else notifyError(texts.chats.refused(errorText(texts, error)))
  })
  const pick = ({ id: messageId, reactions }: ChatMessage, reaction: string) => {
    const choice = choiceFor(reactions, reaction, { myId, maxReactions })
    if (choice.kind === 'choose which to replace') setChoosing({ messageId, reaction })
    else if (choice.kind === 'remove') mutate({ messageId, reaction, remove: true })
    else mutate({ messageId, reaction, replaces: choice.replaces })
  }
  const replace = (replaces: string) => {
    if (choosing) mutate({ ...choosing, replaces })
    setChoosing(undefined)
  }
  return { pick, choosing, replace, stopChoosing: () => setChoosing(undefined) }
}

type DeleteMessageProps = { chatId: number; id: number | undefined; onClose: () => void }

const DeleteMessage = ({ chatId, id, onClose }: DeleteMessageProps) => {
  const { chats: texts, common } = useTexts()
  const remove = useDeleteMessage(chatId)
  return (
    <Confirm
      opened={id !== undefined}
      onClose={onClose}
      title={texts.deleteAsk}
      action={common.remove}
      dangerous
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => id !== undefined && remove.mutate(id, { onSuccess: onClose })}
    >
      {texts.deleteWhat}
    </Confirm>
  )
}

type MessagesProps = {
  chatId: number
  name: string
  myId: number
  can: Abilities
  messages: ChatMessage[]
  /** The one that was searched for. */
  marked: number | undefined
  nameOf: (userId: number) => string
  beside: (messageId: number) => ReactNode
  onQuote: (message: ChatMessage) => void
  /** They are not from the cache. */
  isFresh: boolean
  /** The pages beyond those that are loaded. */
  paging: { onEarlier: (() => void) | undefined; onLater: (() => void) | undefined; loading: boolean }
}

/** The first unread message when the conversation was opened: opening it marks all as read. */
const useFirstUnread = (messages: readonly ChatMessage[], isFresh: boolean): number | undefined => {
  const [first, setFirst] = useState<number | null>(null)
  const found = messages.find(({ unread }) => unread)?.id
  useEffect(() => {
    if (isFresh) setFirst((before) => (before === null ? (found ?? 0) : before))
  }, [isFresh, found])
  return first ?? found
}

/** The field is gone: with the keyboard one goes on from where one was, as soon as the button is shown again. */
const focusEditButton = (id: number, frames = 60): void => {
  requestAnimationFrame(() => {
    const button = document.querySelector<HTMLElement>(`[data-message="${id}"] [data-edit]`)
    if (button) button.focus({ preventScroll: true })
    else if (frames > 0) focusEditButton(id, frames - 1)
  })
}

const keyOf = (id: number | undefined) => (id === undefined ? undefined : `message ${id}`)

export const Messages = ({ chatId, myId, can, messages, marked, nameOf, beside, onQuote, ...log }: MessagesProps) => {
  const { chats: texts } = useTexts()
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const [editing, setEditing] = useState<number>()
  const [deleting, setDeleting] = useState<number>()
  const { pick, choosing, replace, stopChoosing } = useReactions(chatId, myId, can)
  const firstUnread = useFirstUnread(messages, log.isFresh)
  const rows = useMemo(() => rowsOf(messages, timezone, firstUnread), [messages, timezone, firstUnread])
  const find = (messageId: number | undefined) => messages.find(({ id }) => id === messageId)
  const authorOf = ({ originator, userId, automatic }: ChatMessage): string => {
    if (originator === 'customer') return ''
    if (automatic) return texts.automatic
    if (originator === 'channel') return texts.channel
    return userId === myId ? texts.you : userId === undefined ? texts.colleague : nameOf(userId)
  }
  const stopEditing = (id: number) => {
    setEditing(undefined)
    focusEditButton(id)
  }
  const editorOf = (message: ChatMessage) =>
    message.id === editing &&
    message.canEdit && (
      <EditMessage {...{ chatId, message }} maxChars={can.maxChars} onClose={() => stopEditing(message.id)} />
    )
  const renderMessage = (message: ChatMessage) => {
    const onPick = (reaction: string) => pick(message, reaction)
    return (
      <Message
        message={message}
        marked={message.id === marked}
        quoted={find(message.quoteId)}
        author={authorOf(message)}
        beside={beside(message.id)}
        editor={editorOf(message)}
        onQuote={can.write && can.quote ? () => onQuote(message) : undefined}
        onEdit={message.canEdit ? () => setEditing(message.id) : undefined}
        onDelete={message.canDelete ? () => setDeleting(message.id) : undefined}
        addReaction={message.canReact && <AddReaction dictionary={can.dictionary} onPick={onPick} />}
        reactions={<Reactions message={message} myId={myId} nameOf={nameOf} onPick={onPick} />}
      />
    )
  }
  return (
    <>
      <MessageLog
        label={log.name}
        rows={rows}
        renderMessage={({ message }) => renderMessage(message)}
        keep={keyOf(editing)}
        start={keyOf(marked)}
        {...log.paging}
      />
      <DeleteMessage chatId={chatId} id={deleting} onClose={() => setDeleting(undefined)} />
      <ReplaceReaction
        message={find(choosing?.messageId)}
        reaction={choosing?.reaction ?? ''}
        maxReactions={can.maxReactions}
        nameOf={nameOf}
        onClose={stopChoosing}
        onChoose={replace}
      />
    </>
  )
}
