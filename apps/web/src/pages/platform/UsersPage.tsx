import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
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
      <InviteForm opened={inviting} onClose={invite.close} />
    </Page>
  )
}
