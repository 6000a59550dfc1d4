import { readFeed } from '@patchbay/contract/chats/webhooks'
import {
  enableWebhooks,
  getWebhook,
  listWebhooks,
  replayWebhooks,
  resendWebhook,
} from '@patchbay/contract/chats/workspace/webhooks'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { enableEndpoint, replay, resend, showFeed, showWebhook, showWebhooks } from './actions.ts'

export const webhookRoutes = (bind: Bind<Deps>): void => {
  bind(readFeed, showFeed)
  bind(listWebhooks, showWebhooks)
  bind(getWebhook, showWebhook)
  bind(resendWebhook, resend)
  bind(replayWebhooks, replay)
  bind(enableWebhooks, enableEndpoint)
}
