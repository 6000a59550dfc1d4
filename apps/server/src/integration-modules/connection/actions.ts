import { SCOPES, type Scope } from '@patchbay/contract/base/scopes'
import type { updateModuleScopes } from '@patchbay/contract/integration-modules/connection'
import type { connectModule, previewConnection } from '@patchbay/contract/integration-modules/workspace/connection'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { hmacHex } from '../../lib/security/digest.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { scopesNotGranted } from '../../platform/api-keys/rules.ts'
import { deleteKey, expireKey, findKey, issueKey } from '../../platform/api-keys/store.ts'
import { findModule, updateModulesKey } from '../../platform/modules/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { callConnection } from './client.ts'

const isScope = (scope: string): scope is Scope => (SCOPES as readonly string[]).includes(scope)

export const preview: Action<Deps, typeof previewConnection> = async (deps, caller, { body }) => {
  const answer = await callConnection(deps, caller.accountId, { method: 'GET', url: body.configUrl })
  const scopes = Array.isArray(answer.scopes) ? answer.scopes.map(String) : []
  const registerUrl = typeof answer.registerUrl === 'string' ? URL.parse(answer.registerUrl, body.configUrl) : null
  if (!registerUrl) return fail('module_answer_invalid', { values: { reason: 'it named no registerUrl' } })
  return {
    success: true,
    scopes: scopes.filter(isScope),
    unknownScopes: scopes.filter((scope) => !isScope(scope)),
    registerUrl: registerUrl.href,
  }
}

export const connect: Action<Deps, typeof connectModule> = async (deps, caller, { body }) => {
  const { publicUrl } = await deps.accounts.account(caller.accountId)
  const host = new URL(body.registerUrl).hostname
  const key = await inAccount(deps.db, caller.accountId, async (trx) => {
    const { scopes } = body
    const issued = await issueKey(trx, {
      name: `Module at ${host}`,
      scopes,
      grantedScopes: scopes,
      sites: null,
      moduleCode: null,
      createdBy: caller.userId,
    })
    await insertAction(trx, {
      recordType: 'API keys',
      actor: await getUserName(trx, caller.userId),
      action: 'connected a module',
      subject: issued.id,
      detail: { host, scopes },
    })
    return issued
  })
  // The key exists before the module gets it, and is deleted if the module does not accept it.
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
      ...(accountUrl && /^https?:$/.test(accountUrl.protocol) && { accountUrl: accountUrl.href }),
    }
  } catch (error) {
    await inAccount(deps.db, caller.accountId, (trx) => deleteKey(trx, key.id))
    throw error
  }
}

/** D-14: a module may choose other scopes among those that an administrator granted, never more. */
export const updateScopes: Action<Deps, typeof updateModuleScopes> = async (deps, caller, { params, body }) => {
  const granted = caller.grantedScopes ?? fail('no_simple_connection')
  const apiKey = await inAccount(deps.db, caller.accountId, async (trx) => {
    const module = (await findModule(trx, params.code)) ?? fail('not_found')
    if (module.apiKeyId !== caller.keyId && caller.moduleCode !== params.code) fail('access_denied')
    const requested = body.requires.scopes
    const missing = scopesNotGranted(requested, granted)
    if (missing.length > 0) fail('scopes_not_granted', { values: { scopes: missing.join(', ') } })
    const old = (await findKey(trx, caller.keyId)) ?? fail('key_wrong')
    const issued = await issueKey(trx, {
      ...old,
      scopes: requested.filter(isScope),
      moduleCode: params.code,
      createdBy: null,
    })
    await expireKey(trx, caller.keyId, 24)
    await updateModulesKey(trx, caller.keyId, issued.id)
    const detail = { successor: issued.id, scopes: requested }
    await insertAction(trx, {
      recordType: 'API keys',
      actor: `module ${params.code}`,
      action: 'changed its scopes',
      subject: caller.keyId,
      detail,
    })
    return issued.text
  })
  return { success: true, apiKey }
}
