import { Box, Stack, Text, Textarea } from '@mantine/core'
import type { Suggestion } from '@patchbay/contract/chats/message-cards'
import type { CannedReply } from '@patchbay/contract/chats/workspace/canned-replies'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifyError } from '../../../ui/notifications.ts'
import { useReplyPicker } from '../canned-replies/ReplyPicker.tsx'
import { fillVariables, type ReplyContext, variablesIn } from '../canned-replies/variables.ts'
import { useQuickReplies } from '../cards/QuickReplies.tsx'
import { type CardKind, SendMenu } from '../cards/SendMenu.tsx'
import { Attachments } from './Attachments.tsx'
import { type Attachment, itemsOf, useAttachments } from './attaching.ts'
import { AttachButton, DropHere, isUploading, Quoting, Tools, useFileDrop } from './ComposerParts.tsx'
import { type Abilities, useSendMessage } from './queries.ts'

type ComposerProps = {
  chatId: number
  can: Abilities
  quoting: ChatMessage | undefined
  onStopQuoting: () => void
  onSent: () => void
  replyContext: ReplyContext
  /** Products, orders and templates that can be sent. */
  kinds: readonly CardKind[]
  onCard: (kind: CardKind) => void
}

/** The text with the caret in it: canned replies are inserted there. */
const useDraft = () => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [{ text, caret }, setDraft] = useState({ text: '', caret: 0 })
  const follow = () => {
    const at = field.current
    if (at) setDraft({ text: at.value, caret: at.selectionStart })
  }
  const replace = (start: number, end: number, by: string) => {
    const next = start + by.length
    flushSync(() => setDraft({ text: text.slice(0, start) + by + text.slice(end), caret: next }))
    field.current?.focus()
    field.current?.setSelectionRange(next, next)
  }
  return { field, text, caret, follow, replace, clear: () => setDraft({ text: '', caret: 0 }) }
}

/** A link of an invoice is remembered with the message, if it is still in the text. */
const purposeOf = (text: string, isProposal: boolean, { values, paymentLink }: ReplyContext) => {
  if (paymentLink && values.paymentLink && text.includes(values.paymentLink))
    return { purpose: { kind: 'payment-link' as const, ...paymentLink }, ...(isProposal && { awaitAnswer: true }) }
  return isProposal ? { purpose: { kind: 'proposal' as const }, awaitAnswer: true } : {}
}

/** Sends the draft; a text with variables that are not filled in only after a question. */
const useSending = (
  { chatId, quoting, replyContext, onSent }: ComposerProps,
  text: string,
  attached: Attachment[],
  suggestions: readonly Suggestion[],
) => {
  const texts = useTexts()
  const write = useSendMessage(chatId)
  const [isProposal, setProposal] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const items = itemsOf(attached)
  const unfilled = variablesIn(text)
  const waiting = attached.some(isUploading)
  const send = (isSure = false) => {
    if (waiting || write.isPending || (text.trim() === '' && items.length === 0)) return
    const isGap = unfilled.length > 0 && !isSure
    setAsking(isGap)
    if (isGap) return
    write.mutate(
      {
        ...(text.trim() !== '' && { text }),
        ...(items.length > 0 && { items }),
        ...(suggestions.length > 0 && { suggestions: [...suggestions] }),
        ...(quoting && { quoteId: quoting.id }),
        ...purposeOf(text, isProposal, replyContext),
      },
      {
        onSuccess: () => {
          setProposal(false)
          onSent()
        },
        onError: (error) => notifyError(texts.chats.notSent(errorText(texts, error))),
      },
    )
  }
  const names = unfilled.map((name) => `{{${name}}}`).join(', ')
  const toggleProposal = () => setProposal(!isProposal)
  const stopAsking = () => setAsking(false)
  return { send, isPending: write.isPending, waiting, names, isProposal, toggleProposal, isAsking, stopAsking }
}

export const Composer = (props: ComposerProps) => {
  const { can, quoting, replyContext } = props
  const texts = useTexts()
  const words = useConversationTexts()
  const draft = useDraft()
  const { text, caret } = draft
  const { attached, add, addUploaded, remove, clear } = useAttachments(can.attach)
  const quick = useQuickReplies(can.suggestions)
  const { over, ...dropping } = useFileDrop(can.attach.length > 0, add)
  const sent = () => {
    draft.clear()
    clear()
    quick.clear()
    props.onSent()
  }
  const { send, ...sending } = useSending({ ...props, onSent: sent }, text, attached, quick.drafts)
  const insert = (reply: CannedReply, { start, end }: { start: number; end: number }) => {
    draft.replace(start, end, fillVariables(reply.text, replyContext.values))
    if (can.attach.length > 0) addUploaded(reply.items).catch((error: unknown) => notifyError(errorText(texts, error)))
  }
  const picker = useReplyPicker({ text, caret, onPick: insert })
  const onKeyDown = (event: KeyboardEvent) => {
    if (picker.onKeyDown(event) || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <Stack gap={6} {...dropping}>
      {quoting && <Quoting message={quoting} onStop={props.onStopQuoting} />}
      {over && <DropHere />}
      {attached.length > 0 && <Attachments attached={attached} onRemove={remove} />}
      {sending.names !== '' && (
        <Text size="sm" c="var(--app-warn)" role="status">
          {words.notFilledIn(sending.names)}
        </Text>
      )}
      <Box pos="relative">
        {picker.list}
        <Textarea
          ref={draft.field}
          aria-label={texts.chats.write}
          placeholder={words.placeholder}
          autosize
          minRows={1}
          maxRows={8}
          {...(can.maxChars !== undefined && { maxLength: can.maxChars })}
          value={text}
          onChange={draft.follow}
          onSelect={draft.follow}
          onKeyDown={onKeyDown}
          {...picker.field}
        />
      </Box>
      {quick.view}
      <Tools
        menu={<SendMenu kinds={props.kinds} onChoose={props.onCard} onQuickReply={quick.add} />}
        attach={can.attach.length > 0 ? <AttachButton onPick={add} /> : undefined}
        onReply={() => draft.replace(caret, caret, /\S$/.test(text.slice(0, caret)) ? ' /' : '/')}
        onSend={() => send()}
        {...sending}
      />
      <Confirm
        opened={sending.isAsking}
        onClose={sending.stopAsking}
        title={words.sendUnfilledAsk}
        action={words.sendAnyway}
        pending={sending.isPending}
        onConfirm={() => send(true)}
      >
        {words.notFilledIn(sending.names)}
      </Confirm>
    </Stack>
  )
}
