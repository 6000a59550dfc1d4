import { DURATION_BOUNDS, WAIT_BOUNDS } from '@patchbay/contract/platform/histograms'
import type { CallFigures, CallStatistics } from '@patchbay/contract/telephony/workspace/call-statistics'
import { useFormat } from '../../../lib/format.ts'
import { useReportTexts } from '../../../texts/reports.ts'
import { durationColumns } from '../../../ui/duration-columns.ts'
import { type Figure, FigureTiles } from '../../../ui/FigureTiles.tsx'
import { HeatMap } from '../../../ui/HeatMap.tsx'
import styles from '../../../ui/Report.module.css'
import { ReportChart } from '../../../ui/ReportChart.tsx'
import { type CallFigure, callTarget, partOf } from './call-targets.ts'
import type { CallReportSearch } from './search.ts'

type CallReportProps = { statistics: CallStatistics; search: CallReportSearch }

const useTiles = ({ statistics, search }: CallReportProps): Figure[] => {
  const { calls: texts } = useReportTexts()
  const format = useFormat()
  const { total, period, serviceLevelSeconds } = statistics
  const tile = (figure: CallFigure & keyof CallFigures, name: string, hint?: string): Figure => ({
    name,
    text: format.number(total[figure]),
    target: callTarget(period, partOf(search), figure),
    ...(hint !== undefined && { hint }),
  })
  const inTime = { waitedTo: serviceLevelSeconds }
  return [
    tile('incoming', texts.incoming),
    tile('answered', texts.answered, format.share(total.answered, total.incoming)),
    tile('missed', texts.missed, format.share(total.missed, total.incoming)),
    tile('returned', texts.returned, texts.ofMissed(format.share(total.returned, total.missed))),
    {
      name: texts.level,
      text: format.share(total.withinLevel, total.levelOf),
      hint: texts.levelWhat(format.span(serviceLevelSeconds)),
      target: callTarget(period, partOf(search), 'withinLevel', inTime),
    },
    tile('firstContacts', texts.firstContacts, texts.firstContactsWhat),
    tile('outgoing', texts.outgoing, texts.outgoingAnswered(format.number(total.outgoingAnswered))),
    {
      name: texts.talk,
      text: format.duration(total.talkSeconds),
      target: callTarget(period, partOf(search), 'talkSeconds'),
    },
  ]
}

const ByDay = ({ statistics, search }: CallReportProps) => {
  const texts = useReportTexts()
  const format = useFormat()
  const bar = (day: string, figure: 'answered' | 'missed', value: number) => ({
    value,
    text: format.number(value),
    plain: String(value),
    ...(value > 0 && { target: callTarget({ from: day, to: day }, partOf(search), figure) }),
  })
  return (
    <ReportChart
      title={texts.calls.byDay}
      columnName={texts.day}
      series={[
        { name: texts.calls.answered, tone: 'good' },
        { name: texts.calls.missed, tone: 'bad' },
      ]}
      columns={statistics.days.map(({ day, figures }) => ({
        key: day,
        name: format.local(day, true),
        label: day.slice(8),
        bars: [bar(day, 'answered', figures.answered), bar(day, 'missed', figures.missed)],
      }))}
    />
  )
}

const Durations = ({ statistics, search }: CallReportProps) => {
  const texts = useReportTexts()
  const format = useFormat()
  const { period } = statistics
  const target = (figure: CallFigure, more: Parameters<typeof callTarget>[3]) =>
    callTarget(period, partOf(search), figure, more)
  const waited = (counts: number[], figure: 'answered' | 'missed') => ({
    counts,
    targetOf: ({ over, to }: { over: number; to: number | undefined }) =>
      target(figure, { waitedOver: over, waitedTo: to }),
  })
  const words = { format, texts }
  return (
    <div className={styles.grid}>
      <ReportChart
        title={texts.calls.waits}
        about={texts.calls.waitsWhat}
        columnName={texts.duration}
        series={[
          { name: texts.calls.answered, tone: 'good' },
          { name: texts.calls.missed, tone: 'bad' },
        ]}
        columns={durationColumns(
          WAIT_BOUNDS,
          [waited(statistics.answeredWaits, 'answered'), waited(statistics.missedWaits, 'missed')],
          words,
        )}
      />
      <ReportChart
        title={texts.calls.returns}
        columnName={texts.duration}
        series={[{ name: texts.calls.returned, tone: 'info' }]}
        columns={durationColumns(
          DURATION_BOUNDS,
          [
            {
              counts: statistics.returnTimes,
              targetOf: ({ over, to }) => target('returned', { returnedOver: over, returnedTo: to }),
            },
          ],
          words,
        )}
      />
    </div>
  )
}

/** Charts first, each with its table below; every figure opens the calls that it counts. */
export const CallReport = (props: CallReportProps) => {
  const { calls: texts } = useReportTexts()
  const { statistics, search } = props
  return (
    <>
      <FigureTiles figures={useTiles(props)} />
      <ByDay {...props} />
      <HeatMap
        title={texts.byHour}
        about={texts.byHourWhat}
        counts={statistics.incomingByHour}
        targetOf={(weekday, hour) => callTarget(statistics.period, partOf(search), 'incoming', { weekday, hour })}
      />
      <Durations {...props} />
    </>
  )
}
