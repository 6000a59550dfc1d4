import { SCOPES, type Scope } from '@patchbay/contract/base/scopes'
import { insertDefaultReferences } from '../crm/references/store.ts'
import type { Deps } from '../deps.ts'
import { enqueueActivityCallbacks } from '../integration-modules/activity/service.ts'
import { inAccount } from '../lib/db/transaction.ts'
import { newToken, sha256 } from '../lib/security/digest.ts'
import { DEFAULT_MAPPINGS } from '../payments/settings/rules.ts'
import { replaceMappings } from '../payments/settings/store.ts'
import {
  findAccountIdByHost,
  getAccount,
  insertAccount,
  insertHost,
  type Limits,
  nextAccountId,
  updateLimits,
  updatePublicUrl,
} from '../platform/accounts/store.ts'
import { issueKey } from '../platform/api-keys/store.ts'
import { insertLink } from '../platform/sessions/store.ts'
import { allowPasswords } from '../platform/single-sign-on/store.ts'
import { emailKey } from '../platform/users/rules.ts'
import { insertUser, type NewUser } from '../platform/users/store.ts'

const hostOf = (publicUrl: string): string => new URL(publicUrl).host.toLowerCase()

/** Creates an account with its own address. Called by the command line and the seed. */
export const createAccount = async (deps: Pick<Deps, 'db'>, name: string, publicUrl: string): Promise<number> => {
  const id = await nextAccountId(deps.db)
  await inAccount(deps.db, id, async (trx) => {
    await insertAccount(trx, { id, name, publicUrl: new URL(publicUrl).origin })
    await insertHost(trx, id, hostOf(publicUrl))
    await insertDefaultReferences(trx)
    await replaceMappings(trx, DEFAULT_MAPPINGS)
  })
  return id
}

/** D-13: every module is notified of the new address. The old host name keeps working. */
export const changeAddress = async (deps: Deps, accountId: number, publicUrl: string): Promise<void> => {
  await inAccount(deps.db, accountId, async (trx) => {
    await updatePublicUrl(trx, new URL(publicUrl).origin)
    await insertHost(trx, accountId, hostOf(publicUrl))
    await enqueueActivityCallbacks(deps, trx)
  })
  await deps.lanes.notifyWorkers()
}

const LINK_HOURS = 72

/** Creates a user and returns the link to choose a password; no email is sent. */
export const inviteByLink = async (
  deps: Pick<Deps, 'db'>,
  accountId: number,
  user: Omit<NewUser, 'emailKey'>,
): Promise<string> => {
  const token = newToken()
  await inAccount(deps.db, accountId, async (trx) => {
    const userId = await insertUser(trx, { ...user, emailKey: emailKey(user.email) })
    await insertLink(trx, userId, sha256(token), LINK_HOURS)
  })
  return token
}

const FAMILIES = ['api', 'telephony', 'payment', 'transport']

export const accountAt = async (deps: Deps, host: string): Promise<number> => {
  const accountId = await findAccountIdByHost(deps.db, host)
  if (accountId === undefined) throw new Error(`there is no account at ${host}`)
  return accountId
}

export const accountCommand = async (deps: Deps, [name, address, email]: string[]): Promise<string | undefined> => {
  if (!name || !address || !email) return undefined
  const accountId = await createAccount(deps, name, address)
  const token = await inviteByLink(deps, accountId, {
    email,
    firstName: email.split('@')[0] ?? '',
    lastName: '',
    role: 'admin',
  })
  return `${new URL(address).origin}/choose-password#${token}`
}

/** D-81: a key for one module, for the first that registers with it, or for several. */
export const keyCommand = async (deps: Deps, [host, name, ...rest]: string[]): Promise<string | undefined> => {
  if (!host || !name) return undefined
  const [first = ''] = rest
  const severalModules = first === '--several-modules'
  const modules = first.startsWith('--module=') ? [first.slice('--module='.length)] : []
  const wanted = severalModules || modules.length > 0 ? rest.slice(1) : rest
  const scopes = wanted.length > 0 ? SCOPES.filter((scope) => wanted.includes(scope)) : [...SCOPES]
  const unknown = wanted.find((scope) => !SCOPES.includes(scope as Scope))
  if (unknown) throw new Error(`there is no scope ${unknown}; there are ${SCOPES.join(', ')}`)
  const key = { name, scopes, modules, severalModules, createdBy: null }
  return (await inAccount(deps.db, await accountAt(deps, host), (trx) => issueKey(trx, key))).text
}

/** Passwords work again where the identity provider is the only way in, and is gone. */
export const passwordsCommand = async (deps: Deps, [host]: string[]): Promise<string | undefined> => {
  if (!host) return undefined
  await inAccount(deps.db, await accountAt(deps, host), allowPasswords)
  return 'passwords are allowed'
}

export const limitsCommand = async (deps: Deps, [host, ...pairs]: string[]): Promise<string | undefined> => {
  const entries = pairs.map((pair) => pair.split('='))
  const wrong = entries.find(([family = '', figure]) => !FAMILIES.includes(family) || !(Number(figure) > 0))
  if (!host || pairs.length === 0 || wrong) return undefined
  const limits = Object.fromEntries(entries.map(([family, figure]) => [family, Number(figure)])) as Partial<Limits>
  const account = await inAccount(deps.db, await accountAt(deps, host), async (trx) => {
    await updateLimits(trx, limits)
    return getAccount(trx)
  })
  return JSON.stringify(account.limits)
}
