import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import type { Role } from '@patchbay/contract/platform/users'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { Problem } from '../../ui/Confirm.tsx'
import { tellDone } from '../../ui/tell.ts'
import { useInvite } from './queries.ts'

const NOBODY = { email: '', firstName: '', lastName: '', role: 'manager' as Role }

export const InviteForm = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { users: texts, common } = useTexts()
  const [person, setPerson] = useState(NOBODY)
  const invite = useInvite()
  const set = (change: Partial<typeof NOBODY>) => setPerson({ ...person, ...change })
  const sent = () => {
    tellDone(texts.sent(person.email))
    setPerson(NOBODY)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate(person, { onSuccess: sent })
  }
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={600}>{texts.inviteTitle}</Text>}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{texts.inviteWhat}</Text>
          {invite.error && <Problem error={invite.error} />}
          <TextInput
            label={texts.email}
            type="email"
            required
            data-autofocus
            value={person.email}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
          <Group grow>
            <TextInput
              label={texts.firstName}
              required
              value={person.firstName}
              onChange={(event) => set({ firstName: event.currentTarget.value })}
            />
            <TextInput
              label={texts.lastName}
              value={person.lastName}
              onChange={(event) => set({ lastName: event.currentTarget.value })}
            />
          </Group>
          <SegmentedControl
            aria-label={texts.role}
            value={person.role}
            onChange={(role) => set({ role: role as Role })}
            data={[
              { value: 'manager', label: common.manager },
              { value: 'admin', label: common.admin },
            ]}
          />
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
