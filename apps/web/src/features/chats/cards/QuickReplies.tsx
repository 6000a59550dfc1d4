import { ActionIcon, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { MAX_SUGGESTIONS } from '@patchbay/contract/base/constants'
import type { Suggestion, SuggestionType } from '@patchbay/contract/chats/message-cards'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import styles from './Cards.module.css'
import { useSuggestionLabel } from './Cards.tsx'
import { isWebAddress } from './drafts.ts'

const NOTHING_RUNS = { isPending: false, error: undefined }

type AddProps = { types: readonly SuggestionType[]; onAdd: (suggestion: Suggestion) => void; onClose: () => void }

/** One quick reply: what it says, and for a link where it leads. */
const AddQuickReply = ({ types, onAdd, onClose }: AddProps) => {
  const words = useConversationTexts().cards
  const [type, setType] = useState<SuggestionType>(types[0] ?? 'text')
  const [title, setTitle] = useState('')
  const [payload, setPayload] = useState('')
  const isContact = type === 'phone' || type === 'email'
  const isReady = (isContact || title.trim() !== '') && (type !== 'url' || isWebAddress(payload))
  const suggestion = {
    type,
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(type === 'url' && { payload: payload.trim() }),
  }
  return (
    <FormDialog
      title={words.addReply}
      what={words.replyWhat[type]}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(suggestion)
      }}
      save={NOTHING_RUNS}
      action={words.add}
      disabled={!isReady}
    >
      {types.length > 1 && (
        <SegmentedControl
          aria-label={words.replyType}
          value={type}
          onChange={(chosen) => setType(chosen as SuggestionType)}
          data={types.map((value) => ({ value, label: words.replyTypes[value] }))}
        />
      )}
      <TextInput
        label={words.replyTitle}
        data-autofocus
        required={!isContact}
        maxLength={100}
        placeholder={isContact ? words.contactTitles[type] : ''}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {type === 'url' && (
        <TextInput
          label={words.link}
          required
          maxLength={2048}
          placeholder="https://"
          value={payload}
          error={payload !== '' && !isWebAddress(payload) && words.linkWrong}
          onChange={(event) => setPayload(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}

type DraftsProps = { drafts: readonly Suggestion[]; onRemove: (place: number) => void }

const QuickReplyDrafts = ({ drafts, onRemove }: DraftsProps) => {
  const words = useConversationTexts().cards
  const labelOf = useSuggestionLabel()
  if (drafts.length === 0) return null
  return (
    <Group gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={words.quickReplies}>
      {drafts.map((draft, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be equal
        <li key={place} className={styles.reply}>
          {labelOf(draft)}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="xs"
            aria-label={words.removeReply(labelOf(draft))}
            onClick={() => onRemove(place)}
          >
            <IconX size={12} />
          </ActionIcon>
        </li>
      ))}
    </Group>
  )
}

/** The quick replies of the draft. `add` is absent where the channel accepts none, or no more fit. */
export const useQuickReplies = (types: readonly SuggestionType[]) => {
  const [drafts, setDrafts] = useState<readonly Suggestion[]>([])
  const [isAdding, adding] = useDisclosure()
  const add = (suggestion: Suggestion) => {
    setDrafts([...drafts, suggestion])
    adding.close()
  }
  return {
    drafts,
    add: types.length > 0 && drafts.length < MAX_SUGGESTIONS ? adding.open : undefined,
    clear: () => setDrafts([]),
    view: (
      <>
        <QuickReplyDrafts drafts={drafts} onRemove={(place) => setDrafts(drafts.filter((_, at) => at !== place))} />
        {isAdding && <AddQuickReply types={types} onClose={adding.close} onAdd={add} />}
      </>
    ),
  }
}
