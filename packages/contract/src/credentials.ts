import { SCOPES, type Scope } from './base/scopes.ts'
import { ENDPOINTS } from './endpoints.ts'

/** Older modules look for this pattern, which is not a path. */
const PATTERNS: Partial<Record<Scope, string>> = { payments_write: '/api/payment/(updateInvoice|check)' }

const patternsOf = (scope: Scope): readonly string[] => {
  const paths = ENDPOINTS.filter(({ auth }) => auth.by === 'api-key' && auth.scope === scope).map(({ path }) =>
    path.replace(/^\/api\/v\d\//, '/api/'),
  )
  return [...new Set([...(PATTERNS[scope] ? [PATTERNS[scope]] : []), ...paths])]
}

const CREDENTIALS = new Map(SCOPES.map((scope) => [scope, patternsOf(scope)]))

/** D-06: the methods of a scope as patterns without a version, which modules looked at before there were scopes. */
export const credentialsOf = (scope: Scope): readonly string[] => CREDENTIALS.get(scope) ?? []
