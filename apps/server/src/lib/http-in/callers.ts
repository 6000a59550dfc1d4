import type { Auth } from '@patchbay/contract/base/endpoint'
import type { Scope } from '@patchbay/contract/base/scopes'
import type { Role } from '@patchbay/contract/platform/users'

// The caller, by how it authenticated. The account always comes from the host name, and credentials are looked up inside that
// account, so a key of one account is unknown at the address of another (D-08).

export type Nobody = { by: 'nobody'; accountId: number }

export type KeyCaller = {
  by: 'api-key'
  accountId: number
  keyId: string
  scopes: readonly Scope[]
  /** The shops it may see; null means all. */
  sites: readonly string[] | null
  /** D-81: the modules that it acts for; none until one registers with it. */
  modules: readonly string[]
  /** D-161: a script's key; one that was made for a module acts for none until it registers. */
  everyModule: boolean
  /** D-162: another key has taken its place, and it ends soon. */
  replaced: boolean
  /** Set for a key of a one-step connection: the scopes that its module may request. */
  grantedScopes: readonly Scope[] | null
}

export type TransportCaller = { by: 'transport-token'; accountId: number; moduleId: number; moduleCode: string }

export type UserCaller = {
  by: 'session'
  accountId: number
  userId: number
  role: Role
  sessionHash: Buffer
  /** An identity provider vouched for them. */
  bySso: boolean
  /** They may only set up their second factor. */
  secondFactorDue: boolean
}

export type Caller = Nobody | KeyCaller | TransportCaller | UserCaller

export type CallerOf<A extends Auth> = Extract<Caller, { by: A['by'] }>

/** The actor in history entries: user:7, key:ab12, module:pbx-1. */
export const actorOf = (caller: Caller): string => {
  switch (caller.by) {
    case 'session':
      return `user:${caller.userId}`
    case 'api-key':
      return `key:${caller.keyId}`
    case 'transport-token':
      return `module:${caller.moduleCode}`
    case 'nobody':
      return 'system'
  }
}

/** Who reads and changes CRM data: a module with its key, or a manager in the workspace. */
export type Reader = {
  accountId: number
  /** As in history entries. */
  actor: string
  /** D-05: the visible shops; null: all. */
  sites: readonly string[] | null
}

export const readerOf = (caller: KeyCaller | UserCaller): Reader => ({
  accountId: caller.accountId,
  actor: actorOf(caller),
  sites: caller.by === 'api-key' ? caller.sites : null,
})
