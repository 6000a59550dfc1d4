import { Fragment } from 'react'
import { useFormat } from '../lib/format.ts'
import { useReportTexts } from '../texts/reports.ts'
import { FigureLink, type FigureTarget } from './FigureLink.tsx'
import styles from './Report.module.css'
import { ReportTable } from './ReportTable.tsx'
import { Section } from './Section.tsx'

type HeatMapProps = {
  title: string
  about?: string
  /** Monday first, 24 hours each. */
  counts: readonly (readonly number[])[]
  targetOf: (weekday: number, hour: number) => FigureTarget
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** When the work comes: darker is more. Each field opens what it counts. */
export const HeatMap = ({ title, about, counts, targetOf }: HeatMapProps) => {
  const texts = useReportTexts()
  const format = useFormat()
  const largest = Math.max(1, ...counts.flat())
  return (
    <Section title={title} about={about}>
      <div className={styles.heat} aria-hidden>
        <span />
        {HOURS.map((hour) => (
          <span key={hour} style={{ textAlign: 'center' }}>
            {hour % 3 === 0 ? hour : ''}
          </span>
        ))}
        {counts.map((hours, place) => {
          const weekday = place + 1
          const name = format.weekday(weekday)
          return (
            <Fragment key={weekday}>
              <span style={{ alignSelf: 'center', paddingInlineEnd: 6 }}>{name}</span>
              {HOURS.map((hour) => {
                const count = hours[hour] ?? 0
                const strength = Math.round((100 * count) / largest)
                return (
                  <FigureLink
                    key={hour}
                    decorative
                    className={styles.cell}
                    target={count > 0 ? targetOf(weekday, hour) : undefined}
                    title={`${name} ${hour}:00–${hour + 1}:00: ${format.number(count)}`}
                    style={
                      count > 0
                        ? { background: `color-mix(in srgb, var(--app-good) ${10 + 0.9 * strength}%, transparent)` }
                        : {}
                    }
                  />
                )
              })}
            </Fragment>
          )
        })}
      </div>
      <details>
        <summary className={styles.summary}>{texts.asTable}</summary>
        <ReportTable
          caption={title}
          columns={[texts.hour, ...counts.map((_, place) => format.weekday(place + 1))]}
          rows={HOURS.map((hour) => ({
            key: String(hour),
            name: `${hour}:00`,
            cells: counts.map((hours, place) => {
              const count = hours[hour] ?? 0
              return {
                text: format.number(count),
                plain: String(count),
                ...(count > 0 && { target: targetOf(place + 1, hour) }),
              }
            }),
          }))}
        />
      </details>
    </Section>
  )
}
