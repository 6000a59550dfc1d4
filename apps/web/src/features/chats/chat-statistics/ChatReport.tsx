import type { ChatFigures, ChatStatistics } from '@patchbay/contract/chats/workspace/chat-statistics'
import { DURATION_BOUNDS } from '@patchbay/contract/platform/histograms'
import { useFormat } from '../../../lib/format.ts'
import { type ReportTexts, useReportTexts } from '../../../texts/reports.ts'
import { durationColumns, shareText } from '../../../ui/duration-columns.ts'
import { type Figure, FigureTiles } from '../../../ui/FigureTiles.tsx'
import { HeatMap } from '../../../ui/HeatMap.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import styles from '../../../ui/Report.module.css'
import { ReportChart } from '../../../ui/ReportChart.tsx'
import { ReportTable } from '../../../ui/ReportTable.tsx'
import { Section } from '../../../ui/Section.tsx'
import type { ChatSearch } from '../conversations/search.ts'

type Part = { user?: number | undefined; channel?: number | undefined }
type Counted = NonNullable<ChatSearch['counted']>
type ChatReportProps = { statistics: ChatStatistics; part: Part }

/** The list of exactly the conversations that a figure counts. */
const targetOf = (period: ChatStatistics['period'], part: Part, counted: Counted, more: ChatSearch = {}) => ({
  to: '/chats' as const,
  search: { ...period, ...part, counted, ...more } satisfies ChatSearch,
})

const useTiles = ({ statistics, part }: ChatReportProps): Figure[] => {
  const texts = useReportTexts()
  const format = useFormat()
  const { total, period, waitingNow } = statistics
  const words = { format, texts }
  const tile = (counted: Counted & keyof typeof total, name: string, hint?: string): Figure => ({
    name,
    text: format.number(total[counted]),
    target: targetOf(period, part, counted),
    ...(hint !== undefined && { hint }),
  })
  const duration = (name: string, counts: number[], counted: Counted): Figure => ({
    name,
    text: shareText(counts, DURATION_BOUNDS, 0.5, words),
    hint: `${texts.ninety} ${shareText(counts, DURATION_BOUNDS, 0.9, words)}`,
    target: targetOf(period, part, counted),
  })
  return [
    tile('opened', texts.chats.opened),
    tile('answered', texts.chats.answered, format.share(total.answered, total.opened)),
    tile('closed', texts.chats.closed),
    duration(`${texts.chats.firstResponse}, ${texts.median.toLowerCase()}`, total.firstResponses, 'answered'),
    duration(`${texts.chats.resolution}, ${texts.median.toLowerCase()}`, total.resolutions, 'closed'),
    // Of all: who waits at this moment is not kept by manager.
    ...(part.user === undefined && part.channel === undefined
      ? [
          {
            name: texts.chats.waitingNow,
            text: format.number(waitingNow),
            target: { to: '/chats' as const, search: { counted: 'waiting' } satisfies ChatSearch },
          },
        ]
      : []),
    tile('positive', texts.chats.positive),
    tile('negative', texts.chats.negative),
    {
      name: texts.chats.satisfaction,
      text: format.share(total.positive, total.positive + total.negative),
      hint: texts.chats.satisfactionWhat,
      target: targetOf(period, part, 'rated'),
    },
  ]
}

const Charts = ({ statistics, part }: ChatReportProps) => {
  const texts = useReportTexts()
  const format = useFormat()
  const { days, period, total } = statistics
  const bar = (day: string, counted: 'opened' | 'closed', value: number) => ({
    value,
    text: format.number(value),
    plain: String(value),
    ...(value > 0 && { target: targetOf({ from: day, to: day }, part, counted) }),
  })
  const durations = (counts: number[], counted: Counted) =>
    durationColumns(
      DURATION_BOUNDS,
      [{ counts, targetOf: ({ over, to }) => targetOf(period, part, counted, { tookOver: over, tookTo: to }) }],
      { format, texts },
    )
  return (
    <>
      <ReportChart
        title={texts.chats.byDay}
        beside
        columnName={texts.day}
        series={[
          { name: texts.chats.opened, tone: 'info' },
          { name: texts.chats.closed, tone: 'good' },
        ]}
        columns={days.map(({ day, figures }) => ({
          key: day,
          name: format.local(day, true),
          label: day.slice(8),
          bars: [bar(day, 'opened', figures.opened), bar(day, 'closed', figures.closed)],
        }))}
      />
      <HeatMap
        title={texts.chats.byHour}
        about={texts.chats.byHourWhat}
        counts={statistics.openedByHour}
        targetOf={(weekday, hour) => targetOf(period, part, 'opened', { weekday, hour })}
      />
      <div className={styles.grid}>
        <ReportChart
          title={texts.chats.responses}
          columnName={texts.duration}
          series={[{ name: texts.chats.answered, tone: 'good' }]}
          columns={durations(total.firstResponses, 'answered')}
        />
        <ReportChart
          title={texts.chats.resolutions}
          columnName={texts.duration}
          series={[{ name: texts.chats.closed, tone: 'info' }]}
          columns={durations(total.resolutions, 'closed')}
        />
      </div>
    </>
  )
}

const BREAKDOWNS = ['user', 'channel'] as const
const FIGURES = ['opened', 'answered', 'closed', 'positive', 'negative'] as const

const columnsOf = (texts: ReportTexts, by: 'user' | 'channel') => [
  texts.one[by],
  ...FIGURES.map((figure) => texts.chats[figure]),
  `${texts.chats.firstResponse}, ${texts.median.toLowerCase()}`,
  `${texts.chats.resolution}, ${texts.median.toLowerCase()}`,
]

type BreakdownsProps = { statistics: ChatStatistics; managerName: (id: number) => string }

/** The same figures of each manager and channel. A name limits the report to it. */
export const ChatBreakdowns = ({ statistics, managerName }: BreakdownsProps) => {
  const texts = useReportTexts()
  const format = useFormat()
  const { period, breakdowns } = statistics
  const median = (counts: number[], part: Part, counted: Counted) => ({
    text: shareText(counts, DURATION_BOUNDS, 0.5, { format, texts }),
    ...(counts.some((count) => count > 0) && { target: targetOf(period, part, counted) }),
  })
  const cells = (figures: ChatFigures, part: Part) => [
    ...FIGURES.map((figure) => ({
      text: format.number(figures[figure]),
      plain: String(figures[figure]),
      ...(figures[figure] > 0 && { target: targetOf(period, part, figure) }),
    })),
    median(figures.firstResponses, part, 'answered'),
    median(figures.resolutions, part, 'closed'),
  ]
  return BREAKDOWNS.map((by) => {
    const parts = breakdowns.filter((one) => one.by === by)
    if (parts.length === 0) return null
    return (
      <Section key={by} title={texts.by[by]}>
        <ReportTable
          caption={texts.by[by]}
          columns={columnsOf(texts, by)}
          rows={parts.map(({ value, name = managerName(Number(value)), figures }) => {
            const part = { [by]: Number(value) }
            return {
              key: value,
              name,
              head: (
                <AnchorLink to="/reports/chats" search={{ ...period, ...part }} inherit>
                  {name}
                </AnchorLink>
              ),
              cells: cells(figures, part),
            }
          })}
        />
      </Section>
    )
  })
}

/** Charts first, each with its table below; every figure opens the conversations that it counts. */
export const ChatReport = (props: ChatReportProps) => (
  <>
    <FigureTiles figures={useTiles(props)} />
    <Charts {...props} />
  </>
)
