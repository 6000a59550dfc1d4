import { Code, Group, Stack, Text } from '@mantine/core'
import { CopyButton } from './CopyButton.tsx'

/** A command for a terminal, with a button that copies it. */
export const Command = ({ label, what, command }: { label: string; what: string; command: string }) => (
  <Stack gap={6} miw={0}>
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <CopyButton value={command} />
    </Group>
    <Code block tabIndex={0} aria-label={label} style={{ whiteSpace: 'pre-wrap' }}>
      {command}
    </Code>
    <Text size="sm" c="dimmed">
      {what}
    </Text>
  </Stack>
)
