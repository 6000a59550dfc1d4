import type { PushMessage } from '@patchbay/contract/platform/workspace/push'
import type { Deps } from '../../deps.ts'
import type { Answer } from '../../lib/http-out/egress.ts'
import { pushRequest, type VapidKeys } from '../../lib/http-out/push-request.ts'
import { timeToLive } from './rules.ts'
import type { PushSubscription } from './store.ts'

const TOTAL_MS = 10_000

/** The address came from a browser, so it goes through the guard like any other that a user gave. */
export const sendPush = async (
  { egress }: Pick<Deps, 'egress'>,
  { endpoint, keys }: PushSubscription,
  message: PushMessage,
  vapid: VapidKeys,
): Promise<Answer> => {
  const { kind } = message.content
  const urgency = kind === 'call' ? 'high' : 'normal'
  const request = pushRequest({ endpoint, keys }, JSON.stringify(message), vapid, {
    ttl: timeToLive(kind),
    urgency,
  })
  return egress.request({ ...request, totalMs: TOTAL_MS, circuit: `push ${new URL(endpoint).origin}` })
}
