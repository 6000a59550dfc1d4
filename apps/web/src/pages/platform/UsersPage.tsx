import { Box, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { GroupList } from '../../features/platform/users/GroupList.tsx'
import { InviteForm } from '../../features/platform/users/InviteForm.tsx'
import { UserList } from '../../features/platform/users/UserList.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { Page } from '../../ui/Page.tsx'

export const UsersPage = () => {
  const { users: texts } = useTexts()
  const [inviting, invite] = useDisclosure()
  const button = (
    <Button leftSection={<IconUserPlus size={16} />} onClick={invite.open}>
      {texts.invite}
    </Button>
  )
  return (
    <Page title={texts.title} about={texts.about} actions={button} wide>
      <UserList />
      <Box mt="xl">
        <GroupList />
      </Box>
      <InviteForm opened={inviting} onClose={invite.close} />
    </Page>
  )
}
