import { Text } from '@mantine/core'
import type { ModuleSummary } from '@patchbay/contract/workspace-modules'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Section } from '../../ui/Section.tsx'
import { ModuleState } from './health.tsx'

export const ModuleHealth = ({ module }: { module: ModuleSummary }) => {
  const { module: texts, modules } = useTexts()
  const format = useFormat()
  const { health, lastTraffic } = module
  return (
    <Section title={texts.health}>
      <Facts
        columns={4}
        facts={[
          [texts.state, <ModuleState key="state" module={module} />],
          [
            modules.lastTraffic,
            lastTraffic && (
              <span key="last" title={format.exact(lastTraffic.at)}>
                {format.ago(lastTraffic.at)}
              </span>
            ),
          ],
          [modules.median, health && modules.milliseconds(health.medianMs)],
          [modules.failed, health && modules.failedOf(health.failed, health.exchanges)],
        ]}
      />
      {lastTraffic && !lastTraffic.ok && (
        <Text size="sm" mt="sm" c="var(--app-bad)">
          {lastTraffic.verdict}
        </Text>
      )}
      {health && (
        <Text size="xs" c="dimmed" mt="sm">
          {modules.ofLatest(health.exchanges)}
        </Text>
      )}
    </Section>
  )
}
