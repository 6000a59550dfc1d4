import { Group, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { meQuery } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { fullName, type WorkspaceUser as User, useChangeUser, usersQuery } from './queries.ts'
import { UserMenu } from './UserMenu.tsx'

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
    {
      key: 'second-factor',
      head: texts.secondFactor,
      wideOnly: true,
      cell: ({ secondFactor, secondFactorRequired }) =>
        secondFactor ? common.on : secondFactorRequired ? texts.secondFactorRequired : common.off,
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
