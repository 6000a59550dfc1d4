import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/unread-count.ts'

type PageProps = {
  title: string
  /** The link back to the list. */
  up?: ReactNode
  about?: ReactNode
  /** Beside the title: a status, a badge. */
  beside?: ReactNode
  actions?: ReactNode
  /** Lists use the full width; forms and settings have a readable width. */
  wide?: boolean
  children: ReactNode
}

export const Page = ({ title, up, about, beside, actions, wide, children }: PageProps) => {
  usePageTitle(title)
  return (
    // The title is at the same place on every page, whatever the width of the content.
    <Box maw={1280} mx="auto">
      <Box maw={wide ? undefined : 880}>
        {up}
        <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
          <Box flex="1 1 20rem" miw={0}>
            <Group gap="sm" wrap="nowrap">
              <Title order={1}>{title}</Title>
              {beside && (
                <Box flex="none" maw="50%">
                  {beside}
                </Box>
              )}
            </Group>
            {about && (
              <Text c="dimmed" size="sm" mt={4} maw={640}>
                {about}
              </Text>
            )}
          </Box>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Box>
    </Box>
  )
}
