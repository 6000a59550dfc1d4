import { Button, Code, Group, Paper, Stack, Text } from '@mantine/core'
import type { EndpointHealth } from '@patchbay/contract/chats/workspace/webhooks'
import { errorText } from '../../../lib/error-text.ts'
import { type Format, useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { type SetUpTexts, useSetUpTexts } from '../../../texts/set-up.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { useEnableWebhooks } from './queries.ts'

const TONES: Record<EndpointHealth['state'], Tone> = {
  well: 'good',
  failing: 'warn',
  resting: 'warn',
  disabled: 'bad',
  off: 'calm',
  asks: 'info',
}

/** One word, where space is short. */
export const EndpointStatus = ({ health: { state } }: { health: EndpointHealth }) => {
  const { webhooks: texts } = useSetUpTexts()
  return <Status tone={TONES[state]}>{texts.states[state]}</Status>
}

/** What is wrong and what happens next. */
const explain = (health: EndpointHealth, { webhooks: texts }: SetUpTexts, format: Format): string => {
  const { state, failures, failingSince = '', circuitOpenUntil = '', disabledAt = '', disabledBecause } = health
  if (state === 'failing') return texts.failing(failures, format.moment(failingSince))
  if (state === 'resting') return texts.resting(failures, format.time(circuitOpenUntil))
  if (state === 'disabled') {
    const because =
      disabledBecause?.code === 'failing' ? texts.because.failing(disabledBecause.hours) : texts.because.gone
    return texts.disabled(format.moment(disabledAt), because)
  }
  return texts[state]
}

/** D-69: the health of the endpoint, and a button to enable it again. */
export const EndpointState = ({ code, health }: { code: string; health: EndpointHealth }) => {
  const texts = useTexts()
  const setUp = useSetUpTexts()
  const format = useFormat()
  const enable = useEnableWebhooks(code)
  const again = () =>
    enable.mutate(undefined, {
      onSuccess: () => notifySuccess(setUp.webhooks.enabled),
      onError: (error) => notifyError(errorText(texts, error)),
    })
  return (
    <Paper withBorder p="md" mb="lg" component="section" aria-label={setUp.webhooks.endpoint}>
      <Group justify="space-between" gap="md">
        <Stack gap={6} flex="1 1 20rem" miw={0}>
          <Group gap="sm">
            <Status tone={TONES[health.state]}>
              <Text span fw={600} size="sm">
                {setUp.webhooks.states[health.state]}
              </Text>
            </Status>
            {health.url !== undefined && <Code>{health.url}</Code>}
          </Group>
          <Text size="sm" c="dimmed">
            {explain(health, setUp, format)}
          </Text>
        </Stack>
        {health.state === 'disabled' && (
          <Button loading={enable.isPending} onClick={again}>
            {setUp.webhooks.enable}
          </Button>
        )}
      </Group>
    </Paper>
  )
}
