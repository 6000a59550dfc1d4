import { Text } from '@mantine/core'
import type { ModuleDetails } from '@patchbay/contract/integration-modules/workspace/health'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { resultText } from '../../../lib/result-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Status } from '../../../ui/Status.tsx'
import { ModuleState } from './health.tsx'
import { LaneErrors } from './LaneErrors.tsx'

/** Last traffic, latency, errors and circuit breakers; the webhooks of a transport have a separate one. */
export const ModuleHealth = ({ module, webhooks }: { module: ModuleDetails; webhooks?: ReactNode }) => {
  const { module: texts, modules } = useTexts()
  const setUp = useSetUpTexts()
  const format = useFormat()
  const { health, lastTraffic, circuitOpenUntil, laneErrors } = module
  return (
    <Section title={texts.health}>
      <Facts
        columns={3}
        facts={[
          [texts.state, <ModuleState key="state" module={module} />],
          [
            texts.breaker,
            <Status key="breaker" tone={circuitOpenUntil ? 'warn' : 'good'}>
              {circuitOpenUntil ? texts.breakerOpen(format.exact(circuitOpenUntil)) : texts.breakerClosed}
            </Status>,
          ],
          [texts.webhooks, webhooks],
          [
            modules.lastTraffic,
            lastTraffic && (
              <span key="last" title={format.exact(lastTraffic.at)}>
                {format.ago(lastTraffic.at)}
              </span>
            ),
          ],
          [modules.median, health && modules.milliseconds(health.medianMs)],
          [modules.failed, health && `${health.failed} ${modules.ofLatest(health.exchanges)}`],
          [texts.laneErrors, laneErrors.length > 0 && <LaneErrors key="lanes" errors={laneErrors} />],
          [
            texts.lastError,
            lastTraffic && !lastTraffic.ok && (
              <Text key="error" size="sm" c="var(--app-bad)">
                {resultText(setUp, lastTraffic.result)}
              </Text>
            ),
          ],
        ]}
      />
    </Section>
  )
}
