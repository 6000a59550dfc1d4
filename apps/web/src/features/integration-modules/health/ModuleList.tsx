import { Badge, Box, Group, Paper, Stack, Switch, Text } from '@mantine/core'
import type { ModuleSummary } from '@patchbay/contract/integration-modules/workspace/health'
import { IconPlug } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { joinFacts } from '../../../lib/bidi.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useListKeys } from '../../../lib/list-keys.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { notifyError } from '../../../ui/notifications.ts'
import { RowLink } from '../../../ui/RowLink.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useSwitchModule } from '../registration/queries.ts'
import { ModuleState } from './health.tsx'
import { modulesQuery } from './queries.ts'

type SwitchProps = { module: ModuleSummary; disabled?: boolean; withWord?: boolean }

/** D-96: a locked module has none. */
export const ModuleSwitch = ({ module, disabled, withWord }: SwitchProps) => {
  const texts = useTexts()
  const change = useSwitchModule()
  const active = change.isPending ? change.variables.active : module.active
  if (module.locked) return null
  return (
    <Switch
      aria-label={texts.modules.isOn(module.name)}
      label={withWord && (active ? texts.common.on : texts.common.off)}
      checked={active}
      disabled={disabled}
      onChange={(event) =>
        change.mutate(
          { code: module.code, active: event.currentTarget.checked },
          { onError: (error) => notifyError(errorText(texts, error)) },
        )
      }
    />
  )
}

/** A narrow line wraps between its parts, not inside one. */
const withoutBreaks = (text: string): string => text.replaceAll(' ', '\u00a0')

const HealthLine = ({ module: { health, lastTraffic } }: { module: ModuleSummary }) => {
  const { modules: texts } = useTexts()
  const format = useFormat()
  if (!health || !lastTraffic) return null
  const parts = [
    format.ago(lastTraffic.at),
    texts.milliseconds(health.medianMs),
    `${texts.failed.toLowerCase()} ${texts.failedOf(health.failed, health.exchanges)}`,
  ]
  return (
    <Text size="xs" c="dimmed" className="tabular">
      {joinFacts(parts.map(withoutBreaks))}
    </Text>
  )
}

const ModuleCard = ({ module, isAdmin }: { module: ModuleSummary; isAdmin: boolean }) => {
  const { modules: texts } = useTexts()
  return (
    <Paper withBorder p="md" pos="relative">
      <Group wrap="nowrap" gap="md" align="flex-start">
        <Avatar src={module.logo} name={module.name} size={40} square />
        <Stack gap={4} flex={1} miw={0}>
          <Group gap="xs">
            {isAdmin ? (
              <RowLink to="/modules/$code" params={{ code: module.code }}>
                {module.name}
              </RowLink>
            ) : (
              <Text fw={500}>{module.name}</Text>
            )}
            {module.kinds.map((kind) => (
              <Badge key={kind} variant="default" size="sm" fw={500} tt="none">
                {texts.kinds[kind] ?? kind}
              </Badge>
            ))}
          </Group>
          <ModuleState module={module} />
          <HealthLine module={module} />
        </Stack>
        <Box pos="relative" style={{ zIndex: 1 }}>
          <ModuleSwitch module={module} disabled={!isAdmin} />
        </Box>
      </Group>
    </Paper>
  )
}

export const ModuleList = ({ isAdmin }: { isAdmin: boolean }) => {
  const { modules } = useSuspenseQuery(modulesQuery).data
  const { modules: texts } = useTexts()
  useListKeys()
  if (modules.length === 0) {
    return (
      <EmptyState icon={IconPlug} title={texts.emptyTitle} what={isAdmin ? texts.emptyWhat : texts.emptyManager}>
        {isAdmin && <ButtonLink to="/modules/connect">{texts.connect}</ButtonLink>}
      </EmptyState>
    )
  }
  return (
    <Stack gap="sm">
      {modules.map((module) => (
        <ModuleCard key={module.code} module={module} isAdmin={isAdmin} />
      ))}
    </Stack>
  )
}
