import { useForm } from '@mantine/form'
import { FormDialog } from '../../../ui/FormDialog.tsx'
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
  const form = useForm({ initialValues: { code: '' } })
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      what={what}
      onSubmit={form.onSubmit(({ code }) => onCode(code))}
      save={{ isPending: pending, error }}
      action={action}
    >
      <SecondFactorInput data-autofocus {...form.getInputProps('code')} />
    </FormDialog>
  )
}
