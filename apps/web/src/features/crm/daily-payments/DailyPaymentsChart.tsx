import { Box, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format.ts'
import { useHomeTexts } from '../../../texts/home.ts'
import { DayChart } from '../../../ui/DayChart.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { HomeCard } from '../../../ui/WaitingList.tsx'
import { dailyPaymentsQuery } from './queries.ts'

/** What was paid by day: one chart for each currency, since amounts of two currencies have no sum. */
export const DailyPaymentsChart = () => {
  const { charts: texts } = useHomeTexts()
  const format = useFormat()
  const { data, error } = useQuery(dailyPaymentsQuery)
  return (
    <HomeCard title={texts.payments}>
      <Stack px="md" pb="md" gap="lg">
        {error && !data && <ErrorState error={error} />}
        {!data && !error && <Skeleton h={130} />}
        {data?.currencies.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.noPayments}
          </Text>
        )}
        {data?.currencies.map(({ currency, amounts, total }) => (
          <Box key={currency}>
            <Text size="sm" fw={500} className="tabular" mb="sm">
              {format.money(total, currency)}
            </Text>
            <DayChart
              caption={`${texts.payments}, ${currency}, ${texts.period}`}
              dayLabel={texts.day}
              days={data.days}
              series={[
                {
                  name: currency,
                  tone: 'good',
                  values: amounts.map(Number),
                  texts: amounts.map((amount) => format.money(amount, currency)),
                },
              ]}
            />
          </Box>
        ))}
      </Stack>
    </HomeCard>
  )
}
