import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { ChatMessage } from '@patchbay/contract/chats'
import { IconSend, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { tellProblem } from '../../ui/tell.ts'
import styles from './ChatList.module.css'
import { useWrite } from './queries.ts'

type ComposerProps = {
  chatId: number
  maxChars: number | undefined
  quoting: ChatMessage | undefined
  onQuoted: () => void
}

export const Composer = ({ chatId, maxChars, quoting, onQuoted }: ComposerProps) => {
  const texts = useTexts()
  const [text, setText] = useState('')
  const write = useWrite(chatId)
  const send = () => {
    if (text.trim() === '') return
    write.mutate(
      { text, ...(quoting && { quoteId: quoting.id }) },
      {
        onSuccess: () => {
          setText('')
          onQuoted()
        },
        onError: (error) => tellProblem(texts.chats.notSent(errorText(texts, error))),
      },
    )
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <Stack gap={6}>
      {quoting && (
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Text className={styles.quote} truncate mb={0}>
            {texts.chats.quoting}: {quoting.text || texts.chats.kinds[quoting.type]}
          </Text>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.chats.stopQuoting} onClick={onQuoted}>
            <IconX size={14} />
          </ActionIcon>
        </Group>
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Textarea
          aria-label={texts.chats.write}
          placeholder={texts.chats.write}
          autosize
          minRows={1}
          maxRows={8}
          flex={1}
          {...(maxChars !== undefined && { maxLength: maxChars })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={sendOnEnter}
        />
        <Button onClick={send} loading={write.isPending} rightSection={<IconSend size={16} aria-hidden />}>
          {texts.chats.send}
        </Button>
      </Group>
    </Stack>
  )
}
