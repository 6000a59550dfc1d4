import { Group } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { EndpointStatus } from '../../features/chats/webhooks/EndpointState.tsx'
import { useReferences } from '../../features/crm/references/queries.ts'
import { ModuleHealth } from '../../features/integration-modules/health/ModuleHealth.tsx'
import { ModuleSwitch } from '../../features/integration-modules/health/ModuleList.tsx'
import { moduleQuery } from '../../features/integration-modules/health/queries.ts'
import { ModuleAccess, RemoveModule } from '../../features/integration-modules/registration/ModuleAccess.tsx'
import { ModuleSettings } from '../../features/integration-modules/registration/ModuleSettings.tsx'
import { KeyOfModule } from '../../features/platform/api-keys/KeyOfModule.tsx'
import { LatestTraffic } from '../../features/platform/traffic/LatestTraffic.tsx'
import { usersQuery } from '../../features/platform/users/queries.ts'
import { TelephonySettings } from '../../features/telephony/settings/TelephonySettings.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { AnchorLink, UpLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'

export const ModulePage = () => {
  const { code } = useParams({ from: '/workspace/modules/$code' })
  const { module } = useSuspenseQuery(moduleQuery(code)).data
  const { users } = useSuspenseQuery(usersQuery).data
  const { module: texts, modules } = useTexts()
  const navigate = useNavigate()
  const { shops } = useReferences()
  const people = users.map((one) => ({ value: String(one.id), label: `${one.firstName} ${one.lastName}`.trim() }))
  const places = shops.map((shop) => ({ value: shop.code, label: shop.name }))
  const allTraffic = (
    <AnchorLink to="/traffic" search={{ module: code }} size="sm">
      {texts.latestAll}
    </AnchorLink>
  )
  return (
    <Page
      title={module.name}
      about={module.code === module.name ? undefined : module.code}
      up={<UpLink to="/modules">{modules.title}</UpLink>}
      actions={<ModuleSwitch module={module} withWord />}
    >
      <ModuleHealth
        module={module}
        webhooks={module.transport && <EndpointStatus health={module.transport.endpoint} />}
      />
      <ModuleSettings
        module={module}
        numbers={module.telephony && <TelephonySettings code={code} users={people} shops={places} />}
      />
      {module.transport && (
        <Section title={modules.kinds.mgTransport ?? ''}>
          <Group gap="lg">
            <AnchorLink to="/modules/$code/channels" params={{ code }} size="sm">
              {texts.channels}
            </AnchorLink>
            <AnchorLink to="/modules/$code/webhooks" params={{ code }} size="sm">
              {texts.webhooks}
            </AnchorLink>
          </Group>
        </Section>
      )}
      <Section title={texts.latest} actions={allTraffic} plain>
        <LatestTraffic module={code} />
      </Section>
      <ModuleAccess module={module} newKey={<KeyOfModule code={code} name={module.name} kinds={module.kinds} />} />
      <RemoveModule module={module} onRemoved={() => void navigate({ to: '/modules' })} />
    </Page>
  )
}
