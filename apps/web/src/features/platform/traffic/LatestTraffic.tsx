import { Paper, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import { ExchangeList } from './ExchangeList.tsx'
import { trafficQuery } from './queries.ts'

const SHOWN = 8

/** The last few exchanges of one module. */
export const LatestTraffic = ({ module }: { module: string }) => {
  const { traffic: texts } = useTexts()
  const traffic = useInfiniteQuery(trafficQuery({ module }))
  const exchanges = traffic.data?.pages[0]?.exchanges.slice(0, SHOWN) ?? []
  if (exchanges.length === 0) {
    return (
      <Paper withBorder p="md">
        <Text size="sm" c="dimmed">
          {traffic.isPending ? '…' : texts.emptyTitle}
        </Text>
      </Paper>
    )
  }
  return <ExchangeList exchanges={exchanges} filter={{ module }} short />
}
