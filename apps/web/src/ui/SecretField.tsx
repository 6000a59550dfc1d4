import { Group, TextInput } from '@mantine/core'
import { CopyButton } from './CopyButton.tsx'

/** A value to copy: a click selects it, a button copies it. */
export const SecretField = ({ label, value }: { label: string; value: string }) => (
  <Group align="flex-end" gap="xs" wrap="nowrap">
    <TextInput
      label={label}
      value={value}
      readOnly
      flex={1}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      onFocus={(event) => event.currentTarget.select()}
    />
    <Group h={36} align="center">
      <CopyButton value={value} />
    </Group>
  </Group>
)
