import { Alert, Badge, Card, Group, Stack, Switch, Text } from '@mantine/core'
import type { ModuleSummary } from '@patchbay/contract/integration-modules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { modulesQuery, useSwitchModule } from './queries.ts'

const KINDS: Record<string, string> = { telephony: 'Telephony', payment: 'Payments', mgTransport: 'Chats' }

const healthOf = ({ lastTraffic, toldOfState, freeze }: ModuleSummary): { color: string; text: string } => {
  if (freeze) return { color: 'blue', text: 'Frozen by the operator' }
  if (!toldOfState) return { color: 'orange', text: 'The module has not yet taken its new state; we keep trying' }
  if (!lastTraffic) return { color: 'gray', text: 'No traffic yet' }
  return {
    color: lastTraffic.ok ? 'teal' : 'red',
    text: `${new Date(lastTraffic.at).toLocaleString()}: ${lastTraffic.verdict}`,
  }
}

const ModuleCard = ({ module, mayEdit }: { module: ModuleSummary; mayEdit: boolean }) => {
  const change = useSwitchModule()
  const health = healthOf(module)
  return (
    <Card withBorder>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Text fw={600}>{module.name}</Text>
            {module.kinds.map((kind) => (
              <Badge key={kind} variant="light">
                {KINDS[kind] ?? kind}
              </Badge>
            ))}
          </Group>
          <Text size="sm" c={health.color}>
            {health.text}
          </Text>
          {change.error && (
            <Text size="sm" c="red">
              {change.error.message}
            </Text>
          )}
        </div>
        <Switch
          aria-label={`${module.name} is on`}
          checked={module.active}
          disabled={!mayEdit || change.isPending}
          onChange={(event) => change.mutate({ code: module.code, active: event.currentTarget.checked })}
        />
      </Group>
    </Card>
  )
}

export const ModuleList = ({ mayEdit }: { mayEdit: boolean }) => {
  const { data } = useSuspenseQuery(modulesQuery)
  if (data.modules.length === 0) {
    return (
      <Alert title="No modules yet" color="gray">
        A module appears here when it registers itself with an API key of this account. The methods are described at
        /docs.
      </Alert>
    )
  }
  return (
    <Stack>
      {data.modules.map((module) => (
        <ModuleCard key={module.code} module={module} mayEdit={mayEdit} />
      ))}
    </Stack>
  )
}
