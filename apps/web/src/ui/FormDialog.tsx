import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { useTexts } from '../texts/catalogue.ts'
import { Problem } from './Confirm.tsx'

type FormDialogProps = {
  /** Absent: it is open as long as it is rendered. */
  opened?: boolean
  onClose: () => void
  title: string
  /** Absent: as wide as most dialogs. */
  size?: ModalProps['size']
  /** What the form is for, above its fields. */
  what?: string
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The mutation that the form starts. */
  save: { isPending: boolean; error: unknown }
  /** The action as a verb; absent: "Save". */
  action?: string
  /** Something that is asked for is still missing. */
  disabled?: boolean
  /** Beside the buttons, at the start of their line. */
  extra?: ReactNode
  children: ReactNode
}

/** A form in a dialog: what went wrong stands above the fields, Cancel and the action below. */
export const FormDialog = (props: FormDialogProps) => {
  const { common } = useTexts()
  const { opened = true, onClose, save } = props
  return (
    <Modal opened={opened} onClose={onClose} size={props.size ?? 'md'} title={<Text fw={600}>{props.title}</Text>}>
      <form onSubmit={props.onSubmit}>
        <Stack>
          {props.what !== undefined && <Text size="sm">{props.what}</Text>}
          {save.error != null && <Problem error={save.error} />}
          {props.children}
          <Group justify="flex-end" gap="xs">
            {props.extra}
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={props.disabled ?? false} loading={save.isPending}>
              {props.action ?? common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
