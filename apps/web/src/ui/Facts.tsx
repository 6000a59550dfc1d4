import { Box, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Names and values, in as many columns as fit. Missing values are omitted. */
export const Facts = ({ facts, columns = 2 }: { facts: [string, ReactNode][]; columns?: number }) => (
  <SimpleGrid component="dl" cols={{ base: 1, sm: columns }} spacing="md" verticalSpacing="sm" m={0}>
    {facts
      .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
      .map(([name, value]) => (
        <Box key={name} miw={0}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} className="fact">
            {value}
          </Text>
        </Box>
      ))}
  </SimpleGrid>
)
