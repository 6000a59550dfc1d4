import { Button, Text } from '@mantine/core'
import type { WorkspaceGroup } from '@patchbay/contract/platform/workspace/users'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowButton } from '../../../ui/RowLink.tsx'
import { Section } from '../../../ui/Section.tsx'
import { GroupForm } from './GroupForm.tsx'
import { fullName, groupsQuery, usersQuery } from './queries.ts'

export const GroupList = () => {
  const { groups: texts } = useSecurityTexts()
  const { shops } = useSetUpTexts()
  const { groups } = useSuspenseQuery(groupsQuery).data
  const { users } = useSuspenseQuery(usersQuery).data
  const [opened, setOpened] = useState<WorkspaceGroup | 'new'>()
  const names = new Map(users.map((user) => [user.id, fullName(user)]))
  const columns: Column<WorkspaceGroup>[] = [
    {
      key: 'name',
      head: texts.name,
      cell: (group) => <RowButton onClick={() => setOpened(group)}>{group.name}</RowButton>,
    },
    { key: 'code', head: shops.code, wideOnly: true, width: 180, cell: ({ code }) => code },
    {
      key: 'members',
      head: texts.members,
      cell: ({ userIds }) =>
        joinFacts(
          userIds.map((id) => names.get(id)),
          ', ',
        ),
    },
  ]
  const create = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
      {texts.create}
    </Button>
  )
  return (
    <Section title={texts.title} about={texts.about} actions={create} plain>
      {groups.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.empty}
        </Text>
      ) : (
        <DataList label={texts.title} rows={groups} columns={columns} rowKey={({ code }) => code} />
      )}
      {opened !== undefined && (
        <GroupForm
          group={opened === 'new' ? undefined : opened}
          takenCodes={groups.map(({ code }) => code)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Section>
  )
}
