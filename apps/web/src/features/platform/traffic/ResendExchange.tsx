import { Button, Group, Text } from '@mantine/core'
import { whyNotResendable } from '@patchbay/contract/integration-modules/resend-rules'
import type { Exchange } from '@patchbay/contract/platform/workspace/traffic'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { useResend } from './queries.ts'

/** Sends a request again where that is safe, and says why not elsewhere (D-99). */
export const ResendExchange = ({ exchange }: { exchange: Exchange }) => {
  const texts = useTexts()
  const resend = useResend(exchange.id)
  const why = whyNotResendable(exchange)
  if (why !== undefined) {
    return (
      <Text size="sm" c="dimmed">
        {texts.traffic.notResendable[why]}
      </Text>
    )
  }
  const send = () =>
    resend.mutate(undefined, {
      onError: (error) => notifyError(errorText(texts, error)),
      onSuccess: () => notifySuccess(texts.traffic.resent),
    })
  return (
    <Group>
      <Button variant="default" loading={resend.isPending} onClick={send}>
        {texts.traffic.resend}
      </Button>
    </Group>
  )
}
