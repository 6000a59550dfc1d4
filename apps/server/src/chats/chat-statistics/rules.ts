import type { ChatFigures, ChatStatistics } from '@patchbay/contract/chats/workspace/chat-statistics'
import { addCounts, DURATION_BOUNDS } from '@patchbay/contract/platform/histograms'
import { byWeekday, daysBetween, type ReportPeriod } from '../../platform/statistics/rules.ts'

/** D-124: reactions of customers that say they are content, or not; all others are neutral. Without U+FE0F, as they are stored. */
export const POSITIVE_REACTIONS = [
  ...[
    '👍',
    '❤',
    '🔥',
    '🎉',
    '👏',
    '😍',
    '🥰',
    '🤩',
    '💯',
    '🙏',
    '👌',
    '😊',
    '😁',
    '🤗',
    '😘',
    '🏆',
    '⚡',
    '🤝',
    '😇',
    '💘',
    '❤‍🔥',
  ],
] as const
export const NEGATIVE_REACTIONS = [
  '👎',
  '😡',
  '🤬',
  '💩',
  '🤮',
  '😢',
  '😭',
  '😠',
  '😤',
  '💔',
  '🖕',
  '😞',
  '🥱',
] as const

export type Mood = 'positive' | 'negative' | 'neutral'

export const moodOf = (emojiKey: string): Mood => {
  if ((POSITIVE_REACTIONS as readonly string[]).includes(emojiKey)) return 'positive'
  return (NEGATIVE_REACTIONS as readonly string[]).includes(emojiKey) ? 'negative' : 'neutral'
}

/** The figures of one day, of all conversations or of those of a manager or a channel. */
export type ChatRow = ChatFigures & { dimension: string; value: string; day: string; openedByHour: number[] }

export const figuresFor = (rows: readonly ChatFigures[]): ChatFigures => {
  const total = (of: Exclude<keyof ChatFigures, 'firstResponses' | 'resolutions'>) =>
    rows.reduce((sum, row) => sum + row[of], 0)
  const counts = (of: 'firstResponses' | 'resolutions') =>
    addCounts(
      rows.map((row) => row[of]),
      DURATION_BOUNDS.length + 1,
    )
  return {
    opened: total('opened'),
    answered: total('answered'),
    closed: total('closed'),
    positive: total('positive'),
    negative: total('negative'),
    neutral: total('neutral'),
    firstResponses: counts('firstResponses'),
    resolutions: counts('resolutions'),
  }
}

/** D-122: the report on chats, from the figures of its days. */
export const reportFor = (
  rows: readonly ChatRow[],
  period: ReportPeriod,
): Omit<ChatStatistics, 'breakdowns' | 'waitingNow'> => {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return {
    period,
    total: figuresFor(rows),
    days: daysBetween(period.from, period.to).map((day) => ({ day, figures: figuresFor(byDay.get(day) ?? []) })),
    openedByHour: byWeekday(rows.map((row) => ({ ...row, hours: row.openedByHour }))),
  }
}
