import type { Webhook } from '@patchbay/contract/chats/workspace/webhooks'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { Status, type Tone } from '../../../ui/Status.tsx'

const TONES: Record<Webhook['state'], Tone> = { pending: 'info', delivered: 'good', failed: 'bad' }

/** A retry after a failure looks different from a first attempt. */
export const WebhookState = ({ webhook: { state, attempts } }: { webhook: Webhook }) => {
  const { webhooks: texts } = useSetUpTexts()
  return <Status tone={state === 'pending' && attempts > 0 ? 'warn' : TONES[state]}>{texts[state]}</Status>
}
