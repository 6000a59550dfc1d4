import { addReaction, removeReaction } from '@patchbay/contract/chats/reactions'
import { setReaction, unsetReaction } from '@patchbay/contract/chats/workspace/reactions'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { addCustomerReaction, removeCustomerReaction, setUserReaction, unsetUserReaction } from './actions.ts'

export const reactionRoutes = (bind: Bind<Deps>): void => {
  bind(addReaction, addCustomerReaction)
  bind(removeReaction, removeCustomerReaction)
  bind(setReaction, setUserReaction)
  bind(unsetReaction, unsetUserReaction)
}
