import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import styles from './ChatList.module.css'
import { fileQuery } from './queries.ts'

/** Shows a picture, a player for a voice message, or a link. Nothing plays automatically. */
export const FileItem = ({ id, caption }: { id: string; caption?: string | undefined }) => {
  const { chats: texts } = useTexts()
  const file = useQuery(fileQuery(id)).data
  const words = caption && <Text size="sm">{caption}</Text>
  if (!file) return words
  if (file.type === 'image') {
    return (
      <>
        <a href={file.path} target="_blank" rel="noreferrer">
          <img
            src={file.path}
            alt={caption ?? texts.kinds.image}
            style={{ maxWidth: '100%', maxHeight: 280, borderRadius: 8, display: 'block' }}
          />
        </a>
        {words}
      </>
    )
  }
  if (file.type === 'audio') {
    return (
      <>
        {/* biome-ignore lint/a11y/useMediaCaption: nobody writes captions for voice messages */}
        <audio controls preload="none" src={file.path} aria-label={texts.kinds.audio} className={styles.audio} />
        {words}
      </>
    )
  }
  return (
    <Anchor href={file.path} target="_blank" rel="noreferrer" size="sm">
      {caption ?? texts.kinds.file}
    </Anchor>
  )
}
