import { Center, Group, Paper, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** Two jacks and the cord between them. */
const Mark = () => (
  <svg width="28" height="28" viewBox="0 0 16 16" aria-hidden="true">
    <rect width="16" height="16" rx="4" fill="var(--mantine-primary-color-filled)" />
    <path d="M5 8c1.5 3 4.5 3 6 0" stroke="white" fill="none" strokeWidth="1.2" />
    <circle cx="5" cy="7" r="1.8" fill="white" />
    <circle cx="11" cy="7" r="1.8" fill="white" />
  </svg>
)

/** Pages without a session: one card in the middle. */
export const SignedOutPage = ({ title, children }: { title: string; children: ReactNode }) => {
  useDocumentTitle(`${title} · Patchbay`)
  return (
    <Center component="main" mih="100vh" p="md" bg="var(--app-side)">
      <Paper withBorder p="xl" w="100%" maw={380} shadow="xs">
        <Group gap="xs" mb="lg">
          <Mark />
          <Text fw={600}>Patchbay</Text>
        </Group>
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </Paper>
    </Center>
  )
}
