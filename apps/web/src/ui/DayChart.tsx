import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import { useFormat } from '../lib/format.ts'
import styles from './DayChart.module.css'
import type { Tone } from './Status.tsx'

type Series = {
  name: string
  tone: Tone
  /** For the height of the bars. */
  values: number[]
  /** For people: exact. */
  texts: string[]
}

type DayChartProps = { caption: string; dayLabel: string; days: string[]; series: Series[] }

/** Bars for each day, one above the other. Screen readers get the same as a table. */
export const DayChart = ({ caption, dayLabel, days, series }: DayChartProps) => {
  const format = useFormat()
  const totals = days.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0))
  const largest = Math.max(1, ...totals)
  const name = (day: string) => format.local(day, true)
  return (
    <Box>
      <Box className={styles.bars} aria-hidden>
        {days.map((day, place) => (
          <div
            key={day}
            className={styles.day}
            title={[name(day), ...series.map((one) => `${one.name}: ${one.texts[place]}`)].join('\n')}
          >
            {series.map(({ name: key, tone, values }) => (
              <div
                key={key}
                className={styles.bar}
                style={{ height: `${(100 * (values[place] ?? 0)) / largest}%`, background: `var(--app-${tone})` }}
              />
            ))}
          </div>
        ))}
      </Box>
      <Group justify="space-between" aria-hidden>
        {[days[0], days.at(-1)].map((day) => (
          <Text key={day} size="xs" c="dimmed">
            {day && name(day)}
          </Text>
        ))}
      </Group>
      <VisuallyHidden>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{dayLabel}</th>
              {series.map((one) => (
                <th key={one.name} scope="col">
                  {one.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, place) => (
              <tr key={day}>
                <th scope="row">{name(day)}</th>
                {series.map((one) => (
                  <td key={one.name}>{one.texts[place]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Box>
  )
}
