import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorText } from '../lib/error-text.ts'
import { useTexts } from '../texts/catalogue.ts'

type ConfirmProps = {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** The action as a verb, never "OK". */
  action: string
  /** What closes the dialog, where "Cancel" could mean the action itself. */
  dismiss?: string | undefined
  dangerous?: boolean
  pending?: boolean
  /** Something that is asked for is still missing. */
  disabled?: boolean
  error?: unknown
  onConfirm: () => void
}

export const Confirm = (props: ConfirmProps) => {
  const texts = useTexts()
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={<Text fw={600}>{props.title}</Text>}>
      <Stack>
        {typeof props.children === 'string' ? <Text size="sm">{props.children}</Text> : props.children}
        {props.error != null && <Problem error={props.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose}>
            {props.dismiss ?? texts.common.cancel}
          </Button>
          <Button
            {...(props.dangerous && { color: 'red.9' })}
            loading={props.pending}
            disabled={props.disabled}
            onClick={props.onConfirm}
            data-autofocus
          >
            {props.action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** An error, next to the form or dialog that caused it. */
export const Problem = ({ error }: { error: unknown }) => {
  const texts = useTexts()
  return (
    <Alert variant="default" role="alert" styles={{ root: { borderColor: 'var(--app-bad)' } }}>
      <Text size="sm" c="var(--app-bad)">
        {errorText(texts, error)}
      </Text>
    </Alert>
  )
}
