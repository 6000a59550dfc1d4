import { Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Role } from '@patchbay/contract/platform/users'
import { useTexts } from '../../../texts/catalogue.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useInvite } from './queries.ts'
import { RoleChoice } from './RoleChoice.tsx'

const EMPTY = { email: '', firstName: '', lastName: '', role: 'manager' as Role }

export const InviteForm = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { users: texts } = useTexts()
  const form = useForm({ initialValues: EMPTY })
  const invite = useInvite()
  const submit = form.onSubmit((person) =>
    invite.mutate(person, {
      onSuccess: () => {
        notifySuccess(texts.sent(person.email))
        form.reset()
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.inviteTitle}
      what={texts.inviteWhat}
      onSubmit={submit}
      save={invite}
      action={texts.send}
    >
      <TextInput label={texts.email} type="email" required data-autofocus {...form.getInputProps('email')} />
      <Group grow>
        <TextInput label={texts.firstName} required {...form.getInputProps('firstName')} />
        <TextInput label={texts.lastName} {...form.getInputProps('lastName')} />
      </Group>
      <RoleChoice {...form.getInputProps('role')} />
    </FormDialog>
  )
}
