import { ActionIcon, Button, Fieldset, Group, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

type ContactListProps = {
  title: string
  values: string[]
  label: (place: number) => string
  addLabel: string
  removeLabel: (place: number) => string
  field: Pick<TextInputProps, 'type' | 'inputMode' | 'maxLength'>
  onChange: (values: string[]) => void
}

/** Several phones or email addresses; the first is the main one. */
export const ContactList = ({ title, values, label, addLabel, removeLabel, field, onChange }: ContactListProps) => {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef(values.length)
  // The cursor goes into a field that was added.
  useEffect(() => {
    if (values.length > shown.current) [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus()
    shown.current = values.length
  }, [values.length])
  return (
    <Fieldset legend={title} variant="unstyled">
      <Stack gap="xs" align="flex-start" ref={list}>
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells them apart
          <Group key={index} gap="xs" wrap="nowrap" w="100%">
            <TextInput
              flex={1}
              aria-label={label(index + 1)}
              value={value}
              onChange={(event) => onChange(values.with(index, event.currentTarget.value))}
              {...field}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={removeLabel(index + 1)}
              onClick={() => onChange(values.toSpliced(index, 1))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...values, ''])}
        >
          {addLabel}
        </Button>
      </Stack>
    </Fieldset>
  )
}
