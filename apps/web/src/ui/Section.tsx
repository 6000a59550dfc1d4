import { Box, Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type SectionProps = { title: string; about?: ReactNode; actions?: ReactNode; children: ReactNode; plain?: boolean }

/** A part of a page with its own heading. */
export const Section = ({ title, about, actions, children, plain }: SectionProps) => (
  <Box component="section" mb="xl" aria-label={title}>
    <Group justify="space-between" mb="xs" align="flex-end">
      <div>
        <Title order={2}>{title}</Title>
        {about && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
      </div>
      {actions}
    </Group>
    {plain ? (
      children
    ) : (
      <Paper withBorder p="md">
        {children}
      </Paper>
    )}
  </Box>
)
