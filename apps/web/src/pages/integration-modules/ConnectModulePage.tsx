import { Paper, Tabs } from '@mantine/core'
import { OneStepConnection } from '../../features/integration-modules/connection/OneStepConnection.tsx'
import { KeyForModule } from '../../features/platform/api-keys/KeyForModule.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { ButtonLink, UpLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'

export const ConnectModulePage = () => {
  const { modules } = useTexts()
  const { connect: texts } = useSetUpTexts()
  const done = (
    <ButtonLink variant="default" to="/modules">
      {texts.done}
    </ButtonLink>
  )
  return (
    <Page title={texts.title} up={<UpLink to="/modules">{modules.title}</UpLink>} about={texts.about}>
      <Tabs defaultValue="key" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="key">{texts.byKey}</Tabs.Tab>
          <Tabs.Tab value="step">{texts.inOneStep}</Tabs.Tab>
        </Tabs.List>
        <Paper withBorder p="md">
          <Tabs.Panel value="key">
            <KeyForModule done={done} />
          </Tabs.Panel>
          <Tabs.Panel value="step">
            <OneStepConnection done={done} />
          </Tabs.Panel>
        </Paper>
      </Tabs>
    </Page>
  )
}
