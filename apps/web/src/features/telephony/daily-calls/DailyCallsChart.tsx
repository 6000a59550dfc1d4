import { Box, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useHomeTexts } from '../../../texts/home.ts'
import { DayChart } from '../../../ui/DayChart.tsx'
import { Status } from '../../../ui/Status.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { HomeCard } from '../../../ui/WaitingList.tsx'
import { dailyCallsQuery } from './queries.ts'

/** Incoming calls by day, answered and missed. */
export const DailyCallsChart = () => {
  const texts = useHomeTexts()
  const { calls } = useTexts()
  const format = useFormat()
  const { data, error } = useQuery(dailyCallsQuery)
  const days = data?.days ?? []
  const total = (of: 'answered' | 'missed') => format.number(days.reduce((sum, day) => sum + day[of], 0))
  const series = (of: 'answered' | 'missed') => ({
    values: days.map((day) => day[of]),
    texts: days.map((day) => format.number(day[of])),
  })
  return (
    <HomeCard title={texts.charts.calls}>
      <Box px="md" pb="md">
        {error && !data && <ErrorState error={error} />}
        {!data && !error && <Skeleton h={130} />}
        {data && (
          <>
            <Group gap="md" mb="sm">
              <Status tone="good">{`${calls.results.answered}: ${total('answered')}`}</Status>
              <Status tone="bad">{`${calls.missed}: ${total('missed')}`}</Status>
            </Group>
            <DayChart
              caption={`${texts.charts.calls}, ${texts.charts.period}`}
              dayLabel={texts.charts.day}
              days={days.map(({ day }) => day)}
              series={[
                { name: calls.results.answered, tone: 'good', ...series('answered') },
                { name: calls.missed, tone: 'bad', ...series('missed') },
              ]}
            />
          </>
        )}
      </Box>
    </HomeCard>
  )
}
