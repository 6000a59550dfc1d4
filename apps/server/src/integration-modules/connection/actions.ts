import { SCOPES, type Scope } from '@patchbay/contract/base/scopes'
import type { updateModuleScopes } from '@patchbay/contract/integration-modules/connection'
import type {
  connectModule,
  getConnection,
  previewConnection,
} from '@patchbay/contract/integration-modules/workspace/connection'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { hmacHex } from '../../lib/security/digest.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { isReplaced, scopesNotGranted } from '../../platform/api-keys/rules.ts'
import { mayNow } from '../../platform/api-keys/service.ts'
import {
  deleteModuleOfKey,
  deleteUnboundKey,
  expireKey,
  findKey,
  issueKey,
  lockBinding,
} from '../../platform/api-keys/store.ts'
import { runsAt } from '../../platform/modules/rules.ts'
import { findModule, listModules, updateModulesKey } from '../../platform/modules/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { callConnection } from './client.ts'

const isScope = (scope: string): scope is Scope => (SCOPES as readonly string[]).includes(scope)

export const preview: Action<Deps, typeof previewConnection> = async (deps, caller, { body }) => {
  const answer = await callConnection(deps, caller.accountId, { method: 'GET', url: body.configUrl })
  const scopes = Array.isArray(answer.scopes) ? answer.scopes.map(String) : []
  const registerUrl = typeof answer.registerUrl === 'string' ? URL.parse(answer.registerUrl, body.configUrl) : null
  if (!registerUrl) return fail('module_answer_invalid', { values: { reason: 'it named no registerUrl' } })
  const modules = await inAccount(deps.db, caller.accountId, listModules)
  const connected = modules.filter((module) => runsAt(registerUrl.host, module))
  return {
    success: true,
    scopes: scopes.filter(isScope),
    unknownScopes: scopes.filter((scope) => !isScope(scope)),
    registerUrl: registerUrl.href,
    connected: connected.map(({ code, name }) => ({ code, name })),
  }
}

/** D-83: a connection is made when a module has registered with its key, not when the module has accepted the key. */
export const showConnection: Action<Deps, typeof getConnection> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const key = (await findKey(trx, params.keyId)) ?? fail('not_found')
    const [code] = key.modules
    const module = code === undefined ? undefined : await findModule(trx, code)
    return { success: true, ...(module && { module: { code: module.code, name: module.name } }) }
  })

export const connect: Action<Deps, typeof connectModule> = async (deps, caller, { body }) => {
  const { publicUrl } = await deps.accounts.account(caller.accountId)
  const { host } = new URL(body.registerUrl)
  const key = await inAccount(deps.db, caller.accountId, async (trx) => {
    const { scopes } = body
    const issued = await issueKey(trx, {
      name: `Module at ${host}`,
      scopes,
      grantedScopes: scopes,
      connectedHost: host,
      forModule: true,
      createdBy: caller.userId,
    })
    await insertAction(trx, {
      recordType: 'API keys',
      actor: await getUserName(trx, caller.userId),
      action: 'module.connected',
      subject: issued.id,
      detail: { host, scopes },
    })
    return issued
  })
  // The key exists before the module gets it, and is deleted if the module does not accept it and has not registered with it.
  const register = JSON.stringify({ token: hmacHex(body.secret, key.text), apiKey: key.text, systemUrl: publicUrl })
  try {
    const answer = await callConnection(deps, caller.accountId, {
      method: 'POST',
      url: body.registerUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ register }).toString(),
    })
    const accountUrl = typeof answer.accountUrl === 'string' ? URL.parse(answer.accountUrl) : null
    return {
      success: true,
      keyId: key.id,
      ...(accountUrl && /^https?:$/.test(accountUrl.protocol) && { accountUrl: accountUrl.href }),
    }
  } catch (error) {
    await inAccount(deps.db, caller.accountId, (trx) => deleteUnboundKey(trx, key.id))
    throw error
  }
}

/**
 * D-14: a module may choose other scopes among those that an administrator granted, never more. A key that ends has its
 * successor, and must not make another that stays. A key that other modules have as well goes on for them.
 */
export const updateScopes: Action<Deps, typeof updateModuleScopes> = async (deps, caller, { params, body }) => {
  const granted = caller.grantedScopes ?? fail('no_simple_connection')
  const apiKey = await inAccount(deps.db, caller.accountId, async (trx) => {
    if (!(await findModule(trx, params.code))) fail('not_found')
    if (!(await mayNow(trx, caller, (key) => key.modules.includes(params.code)))) fail('access_denied')
    const requested = body.requires.scopes
    const missing = scopesNotGranted(requested, granted)
    if (missing.length > 0) fail('scopes_not_granted', { values: { scopes: missing.join(', ') } })
    // Of two requests with one key the second finds that it ends. A repeat with its Idempotency-Key gets the first answer.
    await lockBinding(trx, caller.keyId)
    const old = (await findKey(trx, caller.keyId)) ?? fail('key_wrong')
    if (isReplaced(old)) fail('key_replaced')
    if (!old.modules.includes(params.code)) fail('access_denied')
    const own = { ...old, scopes: requested.filter(isScope), modules: [params.code], severalModules: false }
    const issued = await issueKey(trx, { ...own, createdBy: null })
    if (old.modules.length > 1) await deleteModuleOfKey(trx, old.id, params.code)
    else await expireKey(trx, old.id, 24)
    await updateModulesKey(trx, old.id, issued.id, params.code)
    const detail = { successor: issued.id, scopes: requested }
    await insertAction(trx, {
      recordType: 'API keys',
      actor: `module ${params.code}`,
      action: 'api-key.scopes-changed',
      subject: caller.keyId,
      detail,
    })
    return issued.text
  })
  deps.keys.forget(caller.accountId, caller.keyId)
  return { success: true, apiKey }
}
