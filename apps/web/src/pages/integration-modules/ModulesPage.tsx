import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ModuleList } from '../../features/integration-modules/health/ModuleList.tsx'
import { meQuery } from '../../lib/me.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'

export const ModulesPage = () => {
  const { modules: texts } = useTexts()
  const isAdmin = useSuspenseQuery(meQuery).data.me.role === 'admin'
  const connect = (
    <ButtonLink to="/modules/connect" leftSection={<IconPlus size={16} />}>
      {texts.connect}
    </ButtonLink>
  )
  return (
    <Page title={texts.title} about={texts.about} actions={isAdmin && connect}>
      <ModuleList isAdmin={isAdmin} />
    </Page>
  )
}
