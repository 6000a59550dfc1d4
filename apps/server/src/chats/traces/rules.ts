import type { TraceVerdict } from '@patchbay/contract/platform/workspace/traces'
import type { Message } from '../messages/store.ts'

const OF_STATUS: Record<Message['status'], Pick<TraceVerdict, 'code' | 'ok'>> = {
  received: { code: 'message.received', ok: true },
  sending: { code: 'message.sending' },
  sent: { code: 'message.sent', ok: true },
  seen: { code: 'message.seen', ok: true },
  failed: { code: 'message.failed', ok: false },
}

/** D-69: what became of the message, and of the webhooks about it and its reactions. */
export const verdictsOf = (
  { status, originator, error }: Pick<Message, 'status' | 'originator' | 'error'>,
  webhooks: readonly { state: string }[],
): TraceVerdict[] => {
  const count = (state: string) => webhooks.filter((webhook) => webhook.state === state).length
  const [failed, pending] = [count('failed'), count('pending')]
  return [
    {
      ...OF_STATUS[originator === 'user' ? status : 'received'],
      values: { ...(error && { said: error.message || error.code }) },
    },
    ...(failed > 0 ? [{ code: 'webhooks.failed', ok: false, values: { count: failed } }] : []),
    ...(pending > 0 ? [{ code: 'webhooks.pending', values: { count: pending } }] : []),
  ]
}
