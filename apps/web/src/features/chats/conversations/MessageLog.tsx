import { Box, Button, Center } from '@mantine/core'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { useScrollToEnd } from './at-end.ts'
import styles from './ChatList.module.css'
import type { LogRow } from './message-rows.ts'

const ROW_HEIGHT = 76
/** So many rows from an end the page beyond it is loaded. */
const AHEAD = 8

const Separator = ({ row }: { row: Exclude<LogRow, { kind: 'message' }> }) => {
  const { newMessages } = useConversationTexts()
  const format = useFormat()
  return row.kind === 'unread' ? (
    <div className={styles.separator} data-unread>
      {newMessages}
    </div>
  ) : (
    <div className={styles.separator}>
      <time dateTime={row.at}>{format.day(row.at)}</time>
    </div>
  )
}

type LogProps = {
  label: string
  rows: LogRow[]
  renderMessage: (row: Extract<LogRow, { kind: 'message' }>) => ReactNode
  /** The key of a row that stays rendered out of sight: it is being edited. */
  keep: string | undefined
  /** The key of the row to show first; without one the end is shown. */
  start: string | undefined
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
  loading: boolean
}

/** The key of the last row while it is the end of the conversation. */
const endOf = ({ rows, onLater }: Pick<LogProps, 'rows' | 'onLater'>) => (onLater ? undefined : rows.at(-1)?.key)

/**
 * A conversation of any length: only the rows in view are rendered, earlier and later pages are loaded while scrolling,
 * and the row in view stays where it is. The button is for those who do not scroll.
 */
export const MessageLog = ({ label, rows, renderMessage, keep, start, onEarlier, onLater, loading }: LogProps) => {
  const { chats: texts } = useTexts()
  const { box, content, leave } = useScrollToEnd(endOf({ rows, onLater }), start === undefined)
  const [isPlaced, setPlaced] = useState(false)
  const indexOf = (key: string | undefined) => rows.findIndex((row) => row.key === key)
  const kept = indexOf(keep)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    anchorTo: 'end',
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      return kept < 0 || shown.includes(kept) ? shown : [...shown, kept].sort((one, other) => one - other)
    },
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the conversation is opened
  useEffect(() => {
    const startIndex = indexOf(start)
    if (startIndex >= 0) virtual.scrollToIndex(startIndex, { align: 'center' })
    // Two frames later the rows are measured and in their place; until then nothing is loaded.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setPlaced(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    if (!isPlaced || loading) return
    if (onEarlier && first <= AHEAD) {
      leave()
      onEarlier()
    } else if (onLater && last >= rows.length - AHEAD) onLater()
  }, [isPlaced, loading, first, last, rows.length, onEarlier, onLater, leave])
  return (
    <Box ref={box} className={styles.log} tabIndex={0} role="log" aria-label={label}>
      <div ref={content} className={styles.said}>
        {onEarlier && (
          <Center mb="sm">
            <Button size="compact-sm" variant="default" loading={loading} onClick={onEarlier}>
              {texts.earlier}
            </Button>
          </Center>
        )}
        <ul className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start: top }) => {
            const row = rows[index]
            return (
              row && (
                <li
                  key={key}
                  data-index={index}
                  {...(row.kind === 'message' && { 'data-message': row.message.id })}
                  ref={virtual.measureElement}
                  className={styles.row}
                  style={{ transform: `translateY(${top}px)` }}
                >
                  {row.kind === 'message' ? renderMessage(row) : <Separator row={row} />}
                </li>
              )
            )
          })}
        </ul>
      </div>
    </Box>
  )
}
