import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Role } from '@patchbay/contract/platform/users'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useInvite } from './queries.ts'
import { RoleChoice } from './RoleChoice.tsx'

const EMPTY = { email: '', firstName: '', lastName: '', role: 'manager' as Role }

export const InviteForm = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { users: texts, common } = useTexts()
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
    <Modal opened={opened} onClose={onClose} title={<Text fw={600}>{texts.inviteTitle}</Text>}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{texts.inviteWhat}</Text>
          {invite.error && <Problem error={invite.error} />}
          <TextInput label={texts.email} type="email" required data-autofocus {...form.getInputProps('email')} />
          <Group grow>
            <TextInput label={texts.firstName} required {...form.getInputProps('firstName')} />
            <TextInput label={texts.lastName} {...form.getInputProps('lastName')} />
          </Group>
          <RoleChoice {...form.getInputProps('role')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {texts.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
