import { Box, Button, Center } from '@mantine/core'
import type { ChatSummary } from '@patchbay/contract/chats/workspace/conversations'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useListKeys } from '../../../lib/list-keys.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { ChatItem } from './ChatItem.tsx'
import styles from './ChatList.module.css'
import type { ChatSearch } from './search.ts'

const ROW_HEIGHT = 62
/** So many rows from the end the next page is loaded. */
const AHEAD = 15

type ChatListProps = {
  chats: ChatSummary[]
  search: ChatSearch
  /** The pages of older and of newer conversations, if the list goes on. */
  onMore: (() => void) | undefined
  onPrevious: (() => void) | undefined
  loadingMore: boolean
}

/** Only the rows in view are rendered. Older and newer pages are loaded while scrolling, the button is for the keyboard. */
export const ChatList = ({ chats, search, onMore, onPrevious, loadingMore }: ChatListProps) => {
  const { chats: texts, common } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  useListKeys()
  const rows = useVirtualizer({
    count: chats.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => chats[index]?.id ?? index,
    overscan: 10,
    // Keeps the row in view where it is when pages before it are added or dropped, but the top of the list at the top.
    anchorTo: onPrevious ? 'end' : 'start',
  })
  const items = rows.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => {
    if (loadingMore) return
    if (onMore && last > AHEAD && last >= chats.length - AHEAD) onMore()
    else if (onPrevious && first <= AHEAD) onPrevious()
  }, [first, last, chats.length, loadingMore, onMore, onPrevious])
  return (
    <Box ref={box} className={styles.list}>
      <ul className={styles.rows} style={{ height: rows.getTotalSize() }} aria-label={texts.title}>
        {items.map(({ index, key, start }) => {
          const chat = chats[index]
          return (
            chat && (
              <li
                key={key}
                data-index={index}
                ref={rows.measureElement}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ChatItem chat={chat} search={search} />
              </li>
            )
          )
        })}
      </ul>
      {onMore && (
        <Center my="sm">
          <Button size="compact-sm" variant="default" loading={loadingMore} onClick={onMore}>
            {common.loadMore}
          </Button>
        </Center>
      )}
    </Box>
  )
}
