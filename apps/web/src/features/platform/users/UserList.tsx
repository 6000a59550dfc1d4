import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import type { ReplyOf } from '@patchbay/contract/base/endpoint'
import type { listWorkspaceUsers } from '@patchbay/contract/platform/workspace/users'
import { IconDots } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { meQuery } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { useChangeUser, useInvite, usersQuery } from './queries.ts'

type User = ReplyOf<typeof listWorkspaceUsers>['users'][number]

const fullName = ({ firstName, lastName }: User): string => `${firstName} ${lastName}`.trim()

const UserMenu = ({ user, onDeactivate }: { user: User; onDeactivate: () => void }) => {
  const texts = useTexts()
  const change = useChangeUser()
  const invite = useInvite()
  const onError = (error: Error) => notifyError(errorText(texts, error))
  const role = user.role === 'admin' ? 'manager' : 'admin'
  const again = () => invite.mutate(user, { onError, onSuccess: () => notifySuccess(texts.users.sent(user.email)) })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.users.actionsOf(fullName(user))}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {user.invited && user.active && <Menu.Item onClick={again}>{texts.users.again}</Menu.Item>}
        <Menu.Item onClick={() => change.mutate({ id: user.id, role }, { onError })}>
          {role === 'admin' ? texts.users.makeAdmin : texts.users.makeManager}
        </Menu.Item>
        {user.active ? (
          <Menu.Item onClick={onDeactivate}>{texts.users.deactivate}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => change.mutate({ id: user.id, active: true }, { onError })}>
            {texts.users.activate}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const useColumns = (onDeactivate: (user: User) => void): Column<User>[] => {
  const { users: texts, apiKeys, common } = useTexts()
  const format = useFormat()
  const { me } = useSuspenseQuery(meQuery).data
  const stateOf = ({ active, invited }: User): [Tone, string] =>
    !active ? ['calm', texts.inactive] : invited ? ['info', texts.invited] : ['good', texts.active]
  return [
    {
      key: 'name',
      head: apiKeys.name,
      cell: (user) => (
        <Group gap="sm" wrap="nowrap">
          <Avatar name={fullName(user)} />
          <div style={{ minWidth: 0 }}>
            <Text size="sm" fw={500}>
              {fullName(user)}
              {user.id === me.id && (
                <Text span c="dimmed" size="xs">
                  {' '}
                  ({texts.you})
                </Text>
              )}
            </Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {user.email}
            </Text>
          </div>
        </Group>
      ),
    },
    { key: 'role', head: texts.role, wideOnly: true, cell: ({ role }) => common[role] },
    {
      key: 'state',
      head: texts.state,
      cell: (user) => {
        const [tone, text] = stateOf(user)
        return <Status tone={tone}>{text}</Status>
      },
    },
    { key: 'since', head: texts.since, wideOnly: true, cell: ({ createdAt }) => format.date(createdAt) },
    {
      key: 'actions',
      head: '',
      actions: true,
      width: 48,
      cell: (user) => <UserMenu user={user} onDeactivate={() => onDeactivate(user)} />,
    },
  ]
}

export const UserList = () => {
  const { users } = useSuspenseQuery(usersQuery).data
  const { users: texts } = useTexts()
  const [leaving, setLeaving] = useState<User>()
  const change = useChangeUser()
  const columns = useColumns(setLeaving)
  const close = () => {
    setLeaving(undefined)
    change.reset()
  }
  return (
    <>
      <DataList label={texts.title} rows={users} columns={columns} rowKey={({ id }) => id} />
      <Confirm
        opened={leaving !== undefined}
        onClose={close}
        title={texts.deactivateAsk(leaving ? fullName(leaving) : '')}
        action={texts.deactivate}
        dangerous
        pending={change.isPending}
        error={change.error}
        onConfirm={() => leaving && change.mutate({ id: leaving.id, active: false }, { onSuccess: close })}
      >
        {texts.deactivateWhat}
      </Confirm>
    </>
  )
}
