import { SCOPES, type Scope } from '@patchbay/contract/base/scopes'
import type { ActionCode } from '@patchbay/contract/platform/workspace/action-log'
import { insertDefaultReferences } from '../crm/references/store.ts'
import type { Deps } from '../deps.ts'
import { enqueueActivityCallbacks, freezeModule } from '../integration-modules/activity/service.ts'
import type { Db } from '../lib/db/database.ts'
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
  listAccountIds,
  nextAccountId,
  updateLimits,
  updatePublicUrl,
  updateQuotas,
} from '../platform/accounts/store.ts'
import { insertAction } from '../platform/action-log/store.ts'
import { issueKeyAndEndOldTokens } from '../platform/api-keys/service.ts'
import { deleteKey, listKeys } from '../platform/api-keys/store.ts'
import { insertLink } from '../platform/sessions/store.ts'
import { allowPasswords } from '../platform/single-sign-on/store.ts'
import { emailKey } from '../platform/users/rules.ts'
import { insertUser, type NewUser } from '../platform/users/store.ts'
import { type Result, table } from './result.ts'

/** The actor of commands in the Action Log. */
export const OPERATOR = 'operator'

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
    const { id: userId } = await insertUser(trx, { ...user, emailKey: emailKey(user.email) })
    await insertLink(trx, userId, sha256(token), LINK_HOURS)
  })
  return token
}

export const accountAt = async (deps: Deps, host: string): Promise<number> => {
  const accountId = await findAccountIdByHost(deps.db, host)
  if (accountId === undefined) throw new Error(`there is no account at ${host}; patchbay account list shows them`)
  return accountId
}

/** The address at which a link of the account is opened. */
export const linkTo = (publicUrl: string, token: string): string =>
  `${new URL(publicUrl).origin}/choose-password#${token}`

export const accountCommand = async (deps: Deps, name: string, address: string, email: string): Promise<Result> => {
  if (!URL.canParse(address)) throw new Error(`${address} is not an address; write it like https://crm.example`)
  const accountId = await createAccount(deps, name, address)
  const user = { email, firstName: email.split('@')[0] ?? '', lastName: '', role: 'admin' as const }
  const link = linkTo(address, await inviteByLink(deps, accountId, user))
  return { text: link, data: { id: accountId, name, address: new URL(address).origin, email, link } }
}

export const accountListCommand = async (deps: Deps): Promise<Result> => {
  const ids = await listAccountIds(deps.db)
  const accounts = await Promise.all(ids.map((id) => inAccount(deps.db, id, getAccount)))
  const rows = accounts.map(({ id, name, publicUrl }) => ({ id, name, address: publicUrl }))
  const text =
    rows.length > 0 ? table(rows.map(({ id, address, name }) => [`${id}`, address, name])) : 'no accounts yet'
  return { text, data: { accounts: rows } }
}

export type KeyOptions = { module?: string; severalModules?: boolean }

/** D-81: a key for one module, for the first that registers with it, or for several. */
export const keyCommand = async (
  deps: Deps,
  host: string,
  name: string,
  wanted: readonly string[],
  { module, severalModules = false }: KeyOptions,
): Promise<Result> => {
  const unknown = wanted.find((scope) => !SCOPES.includes(scope as Scope))
  if (unknown) throw new Error(`there is no scope ${unknown}; there are ${SCOPES.join(', ')}`)
  const scopes = wanted.length > 0 ? SCOPES.filter((scope) => wanted.includes(scope)) : [...SCOPES]
  const key = { name, scopes, modules: module === undefined ? [] : [module], severalModules, createdBy: null }
  const { id, text } = await inAccount(deps.db, await accountAt(deps, host), async (trx) => {
    const issued = await issueKeyAndEndOldTokens(trx, key)
    await logKey(trx, 'api-key.created', issued.id, { name, scopes, modules: key.modules })
    return issued
  })
  return { text, data: { id, name, key: text, scopes, modules: key.modules, severalModules } }
}

const logKey = (trx: Db, action: ActionCode, subject: string, detail: Record<string, unknown>) =>
  insertAction(trx, { recordType: 'API keys', actor: OPERATOR, action, subject, detail })

export const keyListCommand = async (deps: Deps, host: string): Promise<Result> => {
  const keys = await inAccount(deps.db, await accountAt(deps, host), listKeys)
  const rows = keys.map(({ id, name, modules, scopes, lastUsedAt, expiresAt }) => ({
    ...{ id, name, modules, scopes },
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }))
  const lines = rows.map((row) => [row.id, row.name, row.modules.join(' ') || '-', row.lastUsedAt ?? 'never used'])
  return { text: lines.length > 0 ? table(lines) : 'no keys', data: { keys: rows } }
}

export const keyRevokeCommand = async (deps: Deps, host: string, id: string): Promise<Result> => {
  await inAccount(deps.db, await accountAt(deps, host), async (trx) => {
    if (!(await deleteKey(trx, id))) throw new Error(`there is no key ${id} at ${host}; patchbay key list ${host}`)
    await logKey(trx, 'api-key.revoked', id, {})
  })
  return { text: `key ${id} is revoked; servers reject it within a second`, data: { id, revoked: true } }
}

/** Passwords work again where the identity provider is the only way in, and is gone. */
export const passwordsCommand = async (deps: Deps, host: string): Promise<Result> => {
  await inAccount(deps.db, await accountAt(deps, host), allowPasswords)
  return { text: 'passwords are allowed', data: { host, passwords: true } }
}

const FAMILIES = ['api', 'telephony', 'payment', 'transport']

/** Changes the limits that are named, and shows all. */
export const limitsCommand = async (deps: Deps, host: string, pairs: readonly string[]): Promise<Result> => {
  const entries = pairs.map((pair) => pair.split('='))
  const isLimit = ([family = '', figure]: string[]) =>
    FAMILIES.includes(family) && Number(figure) > 0 && Number.isFinite(Number(figure))
  const wrong = entries.find((entry) => !isLimit(entry))
  if (wrong) throw new Error(`not a limit: ${wrong.join('=')}; write api=20, with ${FAMILIES.join(', ')}`)
  const limits = Object.fromEntries(entries.map(([family, figure]) => [family, Number(figure)])) as Partial<Limits>
  const account = await inAccount(deps.db, await accountAt(deps, host), async (trx) => {
    if (pairs.length > 0) await updateLimits(trx, limits)
    return getAccount(trx)
  })
  return { text: JSON.stringify(account.limits), data: { host, limits: account.limits } }
}

const QUOTAS = ['requests', 'files-mb']

/** D-158: changes the quotas that are named, and shows all. */
export const quotasCommand = async (deps: Deps, host: string, pairs: readonly string[]): Promise<Result> => {
  const entries = pairs.map((pair) => pair.split('='))
  const isQuota = ([name = '', figure]: string[]) =>
    QUOTAS.includes(name) && (figure === 'none' || (Number.isInteger(Number(figure)) && Number(figure) > 0))
  const wrong = entries.find((entry) => !isQuota(entry))
  if (wrong)
    throw new Error(`not a quota: ${wrong.join('=')}; write requests=200 or requests=none, with ${QUOTAS.join(', ')}`)
  const quotas = Object.fromEntries(
    entries.map(([name, figure]) => [name, figure === 'none' ? null : Number(figure)] as const),
  )
  const account = await inAccount(deps.db, await accountAt(deps, host), async (trx) => {
    if (pairs.length > 0) await updateQuotas(trx, quotas)
    return getAccount(trx)
  })
  const shown = QUOTAS.map((name) => `${name}=${(account.quotas as Record<string, number>)[name] ?? 'none'}`)
  return { text: shown.join(' '), data: { host, quotas: account.quotas } }
}

export const addressCommand = async (deps: Deps, host: string, address: string): Promise<Result> => {
  if (!URL.canParse(address)) throw new Error(`${address} is not an address; write it like https://crm.example`)
  await changeAddress(deps, await accountAt(deps, host), address)
  const { origin } = new URL(address)
  return { text: `moved to ${origin}`, data: { host, address: origin } }
}

export const freezeCommand = async (deps: Deps, host: string, module: string, frozen: boolean): Promise<Result> => {
  await freezeModule(deps, await accountAt(deps, host), module, frozen)
  return { text: frozen ? `${module} is frozen` : `${module} is active again`, data: { host, module, frozen } }
}
