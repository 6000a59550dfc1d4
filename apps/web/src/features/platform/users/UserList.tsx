import { Group, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { meQuery } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useRoutingTexts } from '../../../texts/routing.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { fullName, type WorkspaceUser as User, useChangeUser, usersQuery } from './queries.ts'
import { UserMenu } from './UserMenu.tsx'

type UserListProps = {
  extensionsOf: (userId: number) => string
  /** Absent while no exchange is connected. */
  onExtension: ((user: User) => void) | undefined
}

const PRESENCE_MS = 10_000

/** Those who can sign in: whether they are here, and what they tell the exchange. */
const useStateOf = () => {
  const { users: texts, status: statuses } = useTexts()
  return ({ active, invited, online, status }: User): [Tone, string] => {
    if (!active) return ['calm', texts.inactive]
    if (invited) return ['info', texts.invited]
    if (!online) return ['calm', texts.offline]
    return [status === 'free' ? 'good' : 'warn', `${texts.online} · ${statuses[status]}`]
  }
}

type PersonProps = { user: User; isMe: boolean; extensions: string }

const Person = ({ user, isMe, extensions }: PersonProps) => {
  const { users: texts } = useTexts()
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={fullName(user)} />
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={500}>
          {fullName(user)}
          {isMe && (
            <Text span c="dimmed" size="xs">
              {' '}
              ({texts.you})
            </Text>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {user.email}
        </Text>
        {extensions && (
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {texts.extension} {extensions}
          </Text>
        )}
      </div>
    </Group>
  )
}

const useColumns = (
  { extensionsOf, onExtension }: UserListProps,
  onDeactivate: (user: User) => void,
): Column<User>[] => {
  const { users: texts, apiKeys, common } = useTexts()
  const { capacity } = useRoutingTexts()
  const stateOf = useStateOf()
  const format = useFormat()
  const { me } = useSuspenseQuery(meQuery).data
  return [
    {
      key: 'name',
      head: apiKeys.name,
      cell: (user) => <Person user={user} isMe={user.id === me.id} extensions={extensionsOf(user.id)} />,
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
      key: 'capacity',
      head: capacity.head,
      wideOnly: true,
      cell: ({ role, chatCapacity }) => (role === 'read-only' ? '' : chatCapacity),
    },
    { key: 'extension', head: texts.extension, wideOnly: true, cell: ({ id }) => extensionsOf(id) },
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
      cell: (user) => (
        <UserMenu
          user={user}
          onDeactivate={() => onDeactivate(user)}
          onExtension={onExtension && (() => onExtension(user))}
        />
      ),
    },
  ]
}

export const UserList = (props: UserListProps) => {
  // Presence ends without an event: the list asks again.
  const { users } = useSuspenseQuery({ ...usersQuery, refetchInterval: PRESENCE_MS }).data
  const { users: texts } = useTexts()
  const [leaving, setLeaving] = useState<User>()
  const change = useChangeUser()
  const columns = useColumns(props, setLeaving)
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
