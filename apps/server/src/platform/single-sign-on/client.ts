import * as oidc from 'openid-client'
import type { Deps } from '../../deps.ts'
import { isAllowedPlainly } from '../../lib/http-out/address-guard.ts'
import { guardedFetch } from '../../lib/http-out/guarded-fetch.ts'
import type { Claims } from './rules.ts'

// Requests to the identity provider (OpenID Connect: authorization code with PKCE, state and nonce), through the egress guard.

export type Provider = { issuer: string; clientId: string; clientSecret: string; redirectUrl: string }

/** What the browser keeps, sealed, until it comes back. */
export type Challenge = { state: string; nonce: string; verifier: string }

/** HTTP Basic is the default of the protocol; the other way where the provider names no Basic. */
const authenticateClient =
  (secret: string): oidc.ClientAuth =>
  (as, ...rest) => {
    const methods = as.token_endpoint_auth_methods_supported
    const isBasic = !methods || methods.includes('client_secret_basic')
    return (isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret))(as, ...rest)
  }

/** Its configuration, read anew each time: keys rotate, and signing in is rare. */
export const discoverProvider = (
  { egress, config }: Pick<Deps, 'egress' | 'config'>,
  { issuer, clientId, clientSecret }: Provider,
): Promise<oidc.Configuration> =>
  oidc.discovery(new URL(issuer), clientId, undefined, authenticateClient(clientSecret), {
    [oidc.customFetch]: guardedFetch(egress),
    // Plain HTTP only to an address that the operator listed in EGRESS_ALLOW.
    execute: isAllowedPlainly(config.egress, issuer) ? [oidc.allowInsecureRequests] : [],
  })

export const authorizationUrl = async (
  deps: Pick<Deps, 'egress' | 'config'>,
  provider: Provider,
): Promise<{ url: string; challenge: Challenge }> => {
  const configuration = await discoverProvider(deps, provider)
  const challenge = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: provider.redirectUrl,
    scope: 'openid email profile',
    state: challenge.state,
    nonce: challenge.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(challenge.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, challenge }
}

/** Exchanges the code for what the provider says of the user. Throws when anything does not match. */
export const readClaims = async (
  deps: Pick<Deps, 'egress' | 'config'>,
  provider: Provider,
  { state, nonce, verifier }: Challenge,
  query: string,
): Promise<Claims> => {
  const configuration = await discoverProvider(deps, provider)
  const cameBackTo = new URL(provider.redirectUrl)
  cameBackTo.search = query
  const tokens = await oidc.authorizationCodeGrant(configuration, cameBackTo, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('there is no ID token')
  // Many providers give the address at the user info endpoint only.
  if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims
  return { ...claims, ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
}
