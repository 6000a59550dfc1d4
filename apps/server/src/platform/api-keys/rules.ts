import type { Auth } from '@patchbay/contract/base/endpoint'
import type { Scope } from '@patchbay/contract/base/scopes'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { sha256 } from '../../lib/security/digest.ts'

/** D-14: the scopes that a module requests beyond those that an administrator granted. */
export const scopesNotGranted = (requested: readonly string[], granted: readonly string[]): string[] =>
  requested.filter((scope) => !granted.includes(scope))

// The text of a key: pb_<id>_<secret><checksum>. The id finds the row, the secret proves it, and the checksum lets a
// secret scanner recognise a leaked key without a request. 61 characters: public modules store keys in a column of 100.

const KEY = /^pb_([a-z0-9]{8})_([A-Za-z0-9_-]{43})([0-9a-f]{6})$/

const checksum = (id: string, secret: string): string => sha256(`${id}_${secret}`).toString('hex').slice(0, 6)

/** D-01 */
export const formatKey = (id: string, secret: string): string => `pb_${id}_${secret}${checksum(id, secret)}`

export type KeyParts = { id: string; secret: string }

/** D-01: undefined when it has another form or its checksum is wrong. */
export const parseKey = (text: string): KeyParts | undefined => {
  const [, id, secret, sum] = KEY.exec(text) ?? []
  return id && secret && sum === checksum(id, secret) ? { id, secret } : undefined
}

type KeyModules = Pick<KeyCaller, 'modules'>

/** D-23: the module that a request came from. Undefined when its key acts for none, or for several. */
export const moduleOfKey = ({ modules: [first, ...others] }: KeyModules): string | undefined =>
  others.length === 0 ? first : undefined

type KeyReach = Pick<KeyCaller, 'modules' | 'everyModule'>

/** D-81: whether what a module has is open to a key: a module's key has its own, a script's key has it all. */
export const canUseModule = ({ modules, everyModule }: KeyReach, code: string): boolean =>
  everyModule || modules.includes(code)

/** D-161: a key without a module acts for all of them, unless it was made for one that has not registered yet. */
export const actsForEveryModule = (key: { modules: readonly string[]; forModule: boolean }): boolean =>
  key.modules.length === 0 && !key.forModule

/** D-162: a key has an end only when other keys have taken its place. */
export const isReplaced = ({ expiresAt }: { expiresAt: Date | null }): boolean => expiresAt !== null

const BEFORE_REGISTRATION: readonly Scope[] = ['integration_read', 'integration_write', 'reference_read', 'user_read']

type KeyAuth = Omit<Extract<Auth, { by: 'api-key' }>, 'by'>

/** D-161: before its module registers a key may register it, and read the shops, users and lists that this needs. */
export const canCallYet = (key: KeyReach, { scope, beforeRegistration }: KeyAuth): boolean =>
  key.everyModule ||
  key.modules.length > 0 ||
  beforeRegistration === true ||
  scope === null ||
  BEFORE_REGISTRATION.includes(scope)
