import { type Auth, type Endpoint, surfaceOf } from '@patchbay/contract/base/endpoint'
import { mayCall } from '@patchbay/contract/base/roles'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { fail } from '../lib/errors.ts'
import type { Caller, KeyCaller, TransportCaller, UserCaller } from '../lib/http-in/callers.ts'
import type { RouteContext } from '../lib/http-in/route.ts'
import { canCallYet } from '../platform/api-keys/rules.ts'
import { authenticateTransport } from '../platform/modules/service.ts'
import { findSession, SESSION_COOKIE } from '../platform/sessions/service.ts'
import { MONEY_ENDPOINTS } from './money-endpoints.ts'

// The host name gives the account (D-08); credentials are looked up within it.

type Limited = 'telephony' | 'payment' | 'api'

/** D-07: which limit a method counts against. */
const familyOf = (path: string): Limited =>
  /^\/api\/v[345]\/telephony\//.test(path) ? 'telephony' : path.startsWith('/api/v5/payment/') ? 'payment' : 'api'

/** D-01: the key is in the query, in the body, or in a header. */
export const keyText = (request: FastifyRequest, query: Record<string, unknown>): string | undefined => {
  const body = (request.body ?? {}) as Record<string, unknown>
  const given = request.headers['x-api-key'] ?? query.apiKey ?? body.apiKey
  return typeof given === 'string' && given !== '' ? given : undefined
}

const whyDenied = (caller: KeyCaller, auth: Extract<Auth, { by: 'api-key' }>): string | undefined => {
  const { scope } = auth
  if (scope !== null && !caller.scopes.includes(scope))
    return `has no scope ${scope}. Use a key that has it: an administrator creates one on the API keys page`
  if (canCallYet(caller, auth)) return undefined
  return 'was made for a module that has not registered yet. Register it first; a script needs a key of the API keys page'
}

/** CSRF: another site may not act with our user's cookie. */
const fromOtherSite = (request: FastifyRequest): boolean => {
  if (request.method === 'GET') return false
  const { origin } = request.headers
  return (
    request.headers['sec-fetch-site'] === 'cross-site' ||
    (origin !== undefined && URL.parse(origin)?.host !== request.host)
  )
}

type RateCode = 'rate_exceeded' | 'rate_exceeded_transport'

/** Which limit it was, and who can change it. Public clients compare the text of the error itself, so this stands beside it. */
const TOO_MANY = {
  account: (most: number) => ({
    account: `all its keys, modules and people together may send ${most} requests a second. The operator of this installation can allow more`,
  }),
  key: (most: number) => ({
    apiKey: `may send ${most} such requests a second. An administrator of the account can allow more`,
  }),
  transport: (most: number) => ({
    token: `may send ${most} requests a second. An administrator of the account can allow more`,
  }),
}

const createLimits = (deps: Deps) => {
  const limit = async (
    bucket: string,
    perSecond: number,
    code: RateCode,
    fields?: Record<string, string>,
  ): Promise<void> => {
    const retryAfter = await deps.rateLimit(bucket, perSecond)
    if (retryAfter !== undefined) fail(code, { retryAfter, fields })
  }
  return {
    limit,
    /** Limits guessing by IP address, without using up any key's rate limit. */
    slowGuessing: (request: FastifyRequest, code: RateCode) => limit(`wrong-key:${request.ip}`, 20, code),
    /** D-158: over all keys and people of the account; a payment is never refused for what others of it ask. */
    limitAccount: async (endpoint: Endpoint, accountId: number): Promise<void> => {
      const { requests } = (await deps.accounts.account(accountId)).quotas
      if (requests === undefined || familyOf(endpoint.path) === 'payment' || MONEY_ENDPOINTS.has(endpoint)) return
      const code = endpoint.auth.by === 'transport-token' ? 'rate_exceeded_transport' : 'rate_exceeded'
      await limit(`account:${accountId}`, requests, code, TOO_MANY.account(requests))
    },
  }
}

export const createAuthenticate = (deps: Deps): RouteContext['authenticate'] => {
  const { limit, slowGuessing, limitAccount } = createLimits(deps)

  const byKey = async (
    endpoint: Endpoint,
    accountId: number,
    request: FastifyRequest,
    query: Record<string, unknown>,
  ): Promise<KeyCaller> => {
    const text = keyText(request, query) ?? fail('key_missing')
    const caller = await deps.keys.find(accountId, text, deps.now())
    if (!caller) {
      await slowGuessing(request, 'rate_exceeded')
      return fail('key_wrong')
    }
    const { limits } = await deps.accounts.account(accountId)
    const family = familyOf(endpoint.path)
    const most = limits[family]
    await limit(`key:${accountId}:${caller.keyId}:${family}`, most, 'rate_exceeded', TOO_MANY.key(most))
    const reason = endpoint.auth.by === 'api-key' ? whyDenied(caller, endpoint.auth) : undefined
    // Public clients compare the text of the error itself, so the reason stands beside it.
    return reason === undefined ? caller : fail('access_denied', { fields: { apiKey: reason } })
  }

  const byToken = async (accountId: number, request: FastifyRequest): Promise<TransportCaller> => {
    const token = request.headers['x-transport-token']
    const caller = typeof token === 'string' ? await authenticateTransport(deps, accountId, token) : undefined
    if (!caller) {
      await slowGuessing(request, 'rate_exceeded_transport')
      return fail('token_wrong')
    }
    const { transport: most } = (await deps.accounts.account(accountId)).limits
    const bucket = `transport:${accountId}:${caller.moduleId}`
    await limit(bucket, most, 'rate_exceeded_transport', TOO_MANY.transport(most))
    return caller
  }

  const bySession = async (endpoint: Endpoint, accountId: number, request: FastifyRequest): Promise<UserCaller> => {
    const token = request.cookies[SESSION_COOKIE]
    const caller = token ? await findSession(deps, accountId, token) : undefined
    if (!caller) return fail('sign_in_needed')
    if (caller.secondFactorDue && endpoint.auth.by === 'session' && endpoint.auth.role !== 'anyone')
      fail('second_factor_due')
    if (endpoint.auth.by === 'session' && !mayCall(caller.role, endpoint.auth.role, endpoint.method))
      fail(endpoint.auth.role === 'admin' ? 'admin_needed' : 'role_needed')
    return caller
  }

  const identify = (
    endpoint: Endpoint,
    accountId: number,
    request: FastifyRequest,
    query: Record<string, unknown>,
  ): Promise<Caller> | Caller => {
    switch (endpoint.auth.by) {
      case 'nobody':
        return { by: 'nobody', accountId }
      case 'api-key':
        return byKey(endpoint, accountId, request, query)
      case 'transport-token':
        return byToken(accountId, request)
      case 'session':
        return bySession(endpoint, accountId, request)
    }
  }

  return async (endpoint, request, query): Promise<Caller> => {
    const accountId = await deps.accounts.accountIdAt(request.host)
    if (surfaceOf(endpoint.path) === 'workspace' && fromOtherSite(request)) fail('origin_wrong')
    const caller = await identify(endpoint, accountId, request, query)
    if (caller.by !== 'nobody') await limitAccount(endpoint, accountId)
    return caller
  }
}
