import { actorOf, type KeyCaller, type UserCaller } from '../../lib/http-in/callers.ts'

/** Who looks at orders and changes them: a module with its key, or a manager in the workspace. */
export type Viewer = {
  accountId: number
  /** As history writes it. */
  actor: string
  /** D-05: the shops they see; null: all. */
  sites: readonly string[] | null
}

export const viewerOf = (caller: KeyCaller | UserCaller): Viewer => ({
  accountId: caller.accountId,
  actor: actorOf(caller),
  sites: caller.by === 'api-key' ? caller.sites : null,
})
