import { Group, Text } from '@mantine/core'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { IconFile, IconMicrophone, IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import styles from './ChatList.module.css'
import { FileItem } from './FileItem.tsx'
import { LinkedText } from './LinkedText.tsx'
import { MessageActions, type MessageActionsProps } from './MessageActions.tsx'
import { Purpose } from './Purpose.tsx'

const ICONS = { image: IconPhoto, audio: IconMicrophone, file: IconFile } as const

const wordOf = (value: unknown, name: string): string => {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** A product or an order, as the transport described it. */
const Thing = ({ title, thing }: { title: string; thing: unknown }) => {
  const [number, name, url] = ['number', 'name', 'url'].map((word) => wordOf(thing, word))
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title} {number}
      </Text>
      {name && (
        <Text size="sm" fw={500}>
          {name}
        </Text>
      )}
      {url && <Text size="xs">{url}</Text>}
    </div>
  )
}

const Content = ({ message }: { message: ChatMessage }) => {
  const { chats: texts } = useTexts()
  if (message.deleted) {
    return (
      <Text size="sm" fs="italic" c="dimmed">
        {texts.deleted}
      </Text>
    )
  }
  const Icon = message.type in ICONS ? ICONS[message.type as keyof typeof ICONS] : undefined
  return (
    <>
      {Icon && (
        <Group gap={6}>
          <Icon size={16} aria-hidden />
          <Text size="sm" fw={500}>
            {texts.kinds[message.type]}
          </Text>
        </Group>
      )}
      {message.items?.map(({ id, caption }) => (
        <FileItem key={id} id={id} caption={caption} />
      ))}
      {message.type === 'product' && <Thing title={texts.kinds.product} thing={message.product} />}
      {message.type === 'order' && <Thing title={texts.kinds.order} thing={message.order} />}
      {message.text && <LinkedText text={message.text} />}
    </>
  )
}

type MessageProps = {
  message: ChatMessage
  /** It was searched for. */
  marked: boolean
  quoted: ChatMessage | undefined
  author: string
  beside: ReactNode
  /** In place of the content while it is being edited. */
  editor: ReactNode
  reactions: ReactNode
} & MessageActionsProps

export const Message = ({ message, marked, quoted, author, beside, editor, reactions, ...actions }: MessageProps) => {
  const { chats: texts } = useTexts()
  const format = useFormat()
  const ours = message.originator !== 'customer'
  const facts = [message.edited && texts.edited, ours && texts.statuses[message.status]].filter(Boolean)
  return (
    <div className={`${styles.message} ${ours ? styles.fromUs : ''}`}>
      <div className={`${styles.line} ${ours ? styles.lineFromUs : ''}`}>
        <div className={`${styles.bubble} ${ours ? styles.ours : ''} ${marked ? styles.marked : ''}`}>
          {quoted && <div className={styles.quote}>{quoted.text || texts.kinds[quoted.type]}</div>}
          {editor || <Content message={message} />}
        </div>
        {!message.deleted && !editor && <MessageActions {...actions} />}
      </div>
      {message.purpose && <Purpose purpose={message.purpose} />}
      {reactions}
      <Text size="xs" c={message.status === 'failed' ? 'var(--app-bad)' : 'dimmed'} mt={2}>
        {author && `${author} · `}
        <time dateTime={message.at} title={format.exact(message.at)}>
          {format.time(message.at)}
        </time>
        {facts.map((fact) => ` · ${fact}`)}
        {message.error && `: ${message.error.message}`}
        {beside && <> · {beside}</>}
      </Text>
    </div>
  )
}
