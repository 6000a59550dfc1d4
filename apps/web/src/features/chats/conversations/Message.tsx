import { Group, Text } from '@mantine/core'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { IconFile, IconMicrophone, IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isolate } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { messageExcerpt } from '../../../lib/message-excerpt.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { OrderCard, ProductCard, QuickReplies, TemplateNote } from '../cards/Cards.tsx'
import { orderContent, productContent } from '../cards/card-content.ts'
import styles from './ChatList.module.css'
import { FileItem } from './FileItem.tsx'
import { LinkedText } from './LinkedText.tsx'
import { MessageActions, type MessageActionsProps } from './MessageActions.tsx'
import { Purpose } from './Purpose.tsx'

const ICONS = { image: IconPhoto, audio: IconMicrophone, file: IconFile } as const

/** The text of a card is its name or number, which the card shows itself. */
const isTitle = ({ type, text, product, order }: ChatMessage): boolean =>
  (type === 'product' && text === productContent(product).name) ||
  (type === 'order' && text === orderContent(order).number)

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
      {message.type === 'product' && <ProductCard product={message.product} />}
      {message.type === 'order' && <OrderCard order={message.order} />}
      {message.text && !isTitle(message) && <LinkedText text={message.text} />}
      {message.suggestions && <QuickReplies suggestions={message.suggestions} />}
      {message.template && <TemplateNote template={message.template} />}
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
          {quoted && <div className={styles.quote}>{messageExcerpt(texts.kinds, quoted.type, quoted.text)}</div>}
          {editor || <Content message={message} />}
        </div>
        {!message.deleted && !editor && <MessageActions {...actions} />}
      </div>
      {message.purpose && <Purpose purpose={message.purpose} />}
      {reactions}
      <Text size="xs" c={message.status === 'failed' ? 'var(--app-bad)' : 'dimmed'} mt={2}>
        {author && `${isolate(author)} · `}
        <time dateTime={message.at} title={format.exact(message.at)}>
          {format.time(message.at)}
        </time>
        {facts.map((fact) => ` · ${fact}`)}
        {message.error && `: ${isolate(message.error.message)}`}
        {beside && <> · {beside}</>}
      </Text>
    </div>
  )
}
