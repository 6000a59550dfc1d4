import { Text, UnstyledButton } from '@mantine/core'
import type { TranscriptSegment } from '@patchbay/contract/telephony/transcripts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useCallPageTexts } from '../../../texts/call-pages.ts'
import { currentSegment } from './current-segment.ts'
import { transcriptQuery } from './queries.ts'
import styles from './Transcript.module.css'

const Said = ({ segment }: { segment: TranscriptSegment }) => {
  const { transcript: texts } = useCallPageTexts()
  const format = useFormat()
  const { speaker } = segment
  return (
    <>
      <Text size="xs" c="dimmed" className={`tabular ${styles.time}`} component="span">
        {format.duration(segment.start)}
      </Text>
      <span>
        {speaker && (
          <Text size="xs" c="dimmed" fw={500} component="span" display="block">
            {texts.speakers[speaker] ?? speaker}
          </Text>
        )}
        <Text size="sm" component="span">
          {segment.text}
        </Text>
      </span>
    </>
  )
}

type TranscriptProps = {
  callId: number
  /** Where the player is; absent before it plays. */
  second: number | undefined
  /** Absent when there is no recording to play. */
  onJump: ((seconds: number) => void) | undefined
}

/** What was said. A click plays from there, and what is being said is marked and kept in view. */
export const Transcript = ({ callId, second, onJump }: TranscriptProps) => {
  const { transcript: texts } = useCallPageTexts()
  const format = useFormat()
  const { segments } = useSuspenseQuery(transcriptQuery(callId)).data
  const current = currentSegment(segments, second)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const item = list.current?.children[current]
    // Within the list only: the page must not scroll away under the reader.
    if (list.current && item instanceof HTMLElement)
      list.current.scrollTo({ top: item.offsetTop - list.current.offsetTop - list.current.clientHeight / 3 })
  }, [current])
  return (
    <ol ref={list} className={styles.list} aria-label={texts.title} tabIndex={onJump ? undefined : 0}>
      {segments.map((segment, index) => {
        const isCurrent = index === current
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: segments are never reordered, and two may be equal
          <li key={index}>
            {onJump ? (
              <UnstyledButton
                className={styles.segment ?? ''}
                aria-current={isCurrent || undefined}
                title={texts.jump(format.duration(segment.start))}
                onClick={() => onJump(segment.start)}
              >
                <Said segment={segment} />
              </UnstyledButton>
            ) : (
              <div className={styles.segment}>
                <Said segment={segment} />
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
