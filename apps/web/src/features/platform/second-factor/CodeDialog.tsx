import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { SecondFactorInput } from '../sessions/SecondFactorInput.tsx'

type CodeDialogProps = {
  title: string
  what: string
  action: string
  pending: boolean
  error: unknown
  onCode: (code: string) => void
  onClose: () => void
}

/** Asks for a code before one's second factor changes. */
export const CodeDialog = ({ title, what, action, pending, error, onCode, onClose }: CodeDialogProps) => {
  const { common } = useTexts()
  const form = useForm({ initialValues: { code: '' } })
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>{title}</Text>}>
      <form onSubmit={form.onSubmit(({ code }) => onCode(code))}>
        <Stack>
          <Text size="sm">{what}</Text>
          {error != null && <Problem error={error} />}
          <SecondFactorInput data-autofocus {...form.getInputProps('code')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={pending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
