import { Center, Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** The pages before the door: one card in the middle. */
export const DoorPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <Center mih="100vh" p="md">
    <Paper withBorder p="xl" w="100%" maw={380}>
      <Title order={2} mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  </Center>
)
