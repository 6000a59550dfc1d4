import type { Deps } from '../../deps.ts'
import { EVERYONE } from '../../lib/live/live.ts'

/** After the commit: the browsers read the chat again. */
export const tellChat = (deps: Pick<Deps, 'live'>, accountId: number, chatId: number): Promise<void> =>
  deps.live.publish(accountId, { topic: EVERYONE }, { type: 'chat-changed', chatId })
