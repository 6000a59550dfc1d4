import { Box, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GroupList } from '../../features/platform/users/GroupList.tsx'
import { InviteForm } from '../../features/platform/users/InviteForm.tsx'
import { fullName, useColleagueName, type WorkspaceUser } from '../../features/platform/users/queries.ts'
import { UserList } from '../../features/platform/users/UserList.tsx'
import { ExtensionForm } from '../../features/telephony/extensions/ExtensionForm.tsx'
import { extensionsQuery } from '../../features/telephony/extensions/queries.ts'
import { ManagerLookup } from '../../features/telephony/routing/ManagerLookup.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { Page } from '../../ui/Page.tsx'

export const UsersPage = () => {
  const { users: texts } = useTexts()
  const [inviting, invite] = useDisclosure()
  const [extending, setExtending] = useState<WorkspaceUser>()
  const { modules, extensions } = useSuspenseQuery(extensionsQuery).data
  const extensionsOf = (userId: number) =>
    [...new Set(extensions.filter((one) => one.userId === userId).map(({ extension }) => extension))].join(', ')
  const button = (
    <Button leftSection={<IconUserPlus size={16} />} onClick={invite.open}>
      {texts.invite}
    </Button>
  )
  return (
    <Page title={texts.title} about={texts.about} actions={button} wide>
      <UserList extensionsOf={extensionsOf} onExtension={modules.length > 0 ? setExtending : undefined} />
      <Box mt="xl">
        <GroupList />
      </Box>
      <ManagerLookup nameOf={useColleagueName()} />
      <InviteForm opened={inviting} onClose={invite.close} />
      {extending && (
        <ExtensionForm userId={extending.id} name={fullName(extending)} onClose={() => setExtending(undefined)} />
      )}
    </Page>
  )
}
