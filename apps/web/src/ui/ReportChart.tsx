import { Group } from '@mantine/core'
import { useReportTexts } from '../texts/reports.ts'
import { FigureLink, type FigureTarget } from './FigureLink.tsx'
import styles from './Report.module.css'
import { ReportTable, type TableCell } from './ReportTable.tsx'
import { Section } from './Section.tsx'
import { Status, type Tone } from './Status.tsx'

export type ChartSeries = { name: string; tone: Tone }
export type ChartColumn = {
  key: string
  name: string
  /** Below the bars; absent: none, where there are many. */
  label?: string
  /** One for each series, from the bottom up. */
  /** A value may be exact minor units of money: only the height of its bar is a float. */
  bars: { value: number | bigint; text: string; plain?: string; target?: FigureTarget | undefined }[]
}

type ReportChartProps = {
  /** Bars that do not add up stand beside each other. */
  beside?: boolean
  title: string
  about?: string
  columnName: string
  series: ChartSeries[]
  columns: ChartColumn[]
}

const MOST_LABELS = 16

/** Bars, each of which opens what it counts; below them the same as a table. */
export const ReportChart = ({ title, about, columnName, series, columns, beside = false }: ReportChartProps) => {
  const texts = useReportTexts()
  const heights = columns.map(({ bars }) => {
    const values = bars.map(({ value }) => Number(value))
    return beside ? Math.max(0, ...values) : values.reduce((sum, value) => sum + value, 0)
  })
  const largest = Math.max(1, ...heights)
  const ends = [columns[0], columns.at(-1)]
  const cells = ({ bars }: ChartColumn): TableCell[] =>
    bars.map(({ text, plain, target }) => ({ text, target, ...(plain !== undefined && { plain }) }))
  return (
    <Section title={title} about={about}>
      <Group gap="md" mb="sm">
        {series.map(({ name, tone }) => (
          <Status key={name} tone={tone} size="xs">
            {name}
          </Status>
        ))}
      </Group>
      <div className={styles.frame} aria-hidden>
        <div className={styles.chart}>
          {columns.map(({ key, name, bars }) => (
            <div key={key} className={styles.column} data-beside={beside || undefined}>
              {bars.map(({ value, text, target }, place) => {
                const { name: of = '', tone = 'calm' } = series[place] ?? {}
                return (
                  <FigureLink
                    key={of}
                    target={target}
                    decorative
                    className={styles.bar}
                    title={`${name}\n${of}: ${text}`}
                    style={{ height: `${(100 * Number(value)) / largest}%`, background: `var(--app-${tone})` }}
                  />
                )
              })}
            </div>
          ))}
        </div>
        <div className={styles.labels}>
          {columns.length <= MOST_LABELS ? (
            columns.map(({ key, name, label }) => <span key={key}>{label ?? name}</span>)
          ) : (
            <Group justify="space-between" w="100%">
              {ends.map((end) => (
                <div key={end?.key}>{end?.name}</div>
              ))}
            </Group>
          )}
        </div>
      </div>
      <details>
        <summary className={styles.summary}>{texts.asTable}</summary>
        <ReportTable
          caption={title}
          columns={[columnName, ...series.map(({ name }) => name)]}
          rows={columns.map((column) => ({ key: column.key, name: column.name, cells: cells(column) }))}
        />
      </details>
    </Section>
  )
}
