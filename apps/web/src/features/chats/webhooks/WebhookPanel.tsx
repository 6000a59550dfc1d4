import { Button, Code, Drawer, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReplyOf } from '@patchbay/contract/base/endpoint'
import type { getWebhook } from '@patchbay/contract/chats/workspace/webhooks'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { resultText } from '../../../lib/result-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { BodyText } from '../../../ui/BodyText.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { Status } from '../../../ui/Status.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useResend, webhookQuery } from './queries.ts'
import { WebhookState } from './WebhookState.tsx'

type WebhookDetails = ReplyOf<typeof getWebhook>

const EXCERPT = 600

const Attempt = ({ one }: { one: WebhookDetails['tries'][number] }) => {
  const setUp = useSetUpTexts()
  const { modules } = useTexts()
  const format = useFormat()
  return (
    <Paper withBorder p="sm" component="li">
      <Group justify="space-between" gap="xs">
        <Status tone={one.ok ? 'good' : 'bad'}>{resultText(setUp, one.result)}</Status>
        <Text size="xs" c="dimmed" className="tabular">
          {format.exact(one.at)} · {modules.milliseconds(one.durationMs)}
        </Text>
      </Group>
      {one.answer && (
        <Code
          block
          mt="xs"
          mah={140}
          tabIndex={0}
          aria-label={setUp.webhooks.answer}
          style={{ whiteSpace: 'pre-wrap', overflowY: 'auto' }}
        >
          {one.answer.length > EXCERPT ? `${one.answer.slice(0, EXCERPT)}…` : one.answer}
        </Code>
      )}
    </Paper>
  )
}

const Attempts = ({ tries }: { tries: WebhookDetails['tries'] }) => {
  const { webhooks: texts } = useSetUpTexts()
  return (
    <Stack gap={6}>
      <Title order={3}>{texts.tries}</Title>
      {tries.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noTries}
        </Text>
      )}
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {tries.toReversed().map((one) => (
          <Attempt key={one.at} one={one} />
        ))}
      </Stack>
    </Stack>
  )
}

type PanelActions = {
  /** Whether the endpoint receives anything now. */
  canSend: boolean
  onOpen: (id: number) => void
  onReplay: (from: string) => void
}

const Event = ({ details, canSend, onOpen, onReplay }: { details: WebhookDetails } & PanelActions) => {
  const texts = useTexts()
  const { webhooks } = useSetUpTexts()
  const format = useFormat()
  const resend = useResend()
  const { webhook, body, tries, nextTryAt, waitsFor } = details
  const isWaiting = webhook.state === 'pending'
  const send = () =>
    resend.mutate(webhook.id, {
      onSuccess: () => notifySuccess(isWaiting ? webhooks.sentNow : webhooks.resent),
      onError: (error) => notifyError(errorText(texts, error)),
    })
  return (
    <Stack gap="lg">
      <Facts
        columns={3}
        facts={[
          [webhooks.state, <WebhookState key="state" webhook={webhook} />],
          [webhooks.chat, webhook.chatName || `#${webhook.chatId}`],
          [webhooks.ordinal, webhook.sequence],
          [webhooks.when, format.exact(webhook.createdAt)],
          [webhooks.nextTry, nextTryAt && format.exact(nextTryAt)],
          [webhooks.eventId, <Code key="id">{webhook.eventId}</Code>],
        ]}
      />
      {waitsFor !== undefined && (
        <Group gap="xs">
          <Text size="sm">{webhooks.waitsFor}</Text>
          <Button variant="default" size="compact-sm" onClick={() => onOpen(waitsFor)}>
            {webhooks.waitsForEarlier}
          </Button>
        </Group>
      )}
      <Group gap="xs">
        {(canSend || !isWaiting) && (
          <Button variant="default" loading={resend.isPending} onClick={send}>
            {isWaiting ? webhooks.sendNow : webhooks.resend}
          </Button>
        )}
        <Button variant="default" onClick={() => onReplay(webhook.createdAt)}>
          {webhooks.replayFromHere}
        </Button>
      </Group>
      <Attempts tries={tries} />
      <BodyText title={webhooks.body} body={body} none="" />
    </Stack>
  )
}

type PanelProps = { id: number | undefined; onClose: () => void } & PanelActions

/** One event: its request, every attempt, and when the next one is. */
export const WebhookPanel = ({ id, onClose, ...going }: PanelProps) => {
  const { webhooks: texts } = useSetUpTexts()
  const found = useQuery({ ...webhookQuery(id ?? 0), enabled: id !== undefined })
  const type = found.data?.webhook.type ?? ''
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      size="xl"
      title={<Text fw={600}>{texts.types[type] ?? (type || texts.event)}</Text>}
      styles={{ content: { maxWidth: '100%' } }}
    >
      {id !== undefined && found.isPending && <Loader />}
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Event details={found.data} {...going} />}
    </Drawer>
  )
}
