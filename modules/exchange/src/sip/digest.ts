import { createHash } from 'node:crypto'

// Digest authentication (RFC 2617), the MD5 that every telephone and carrier speaks.

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** What is stored instead of a password. It logs in at this realm only. */
export const ha1Of = (user: string, realm: string, password: string): string => md5(`${user}:${realm}:${password}`)

export type Credentials = { user: string; password: string }

const challengeOf = (header: string): Record<string, string> =>
  Object.fromEntries(
    [...header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = '', quoted, plain]) => [
      name.toLowerCase(),
      quoted ?? plain ?? '',
    ]),
  )

/** The value of Authorization or Proxy-Authorization that answers a challenge. */
export const authorize = (
  challenge: string,
  { user, password }: Credentials,
  { method, uri, cnonce }: { method: string; uri: string; cnonce: string },
): string => {
  const { realm = '', nonce = '', qop = '', opaque, algorithm } = challengeOf(challenge)
  const ha1 = ha1Of(user, realm, password)
  const ha2 = md5(`${method}:${uri}`)
  const withQop = qop.split(',').some((one) => one.trim() === 'auth')
  const response = md5(withQop ? `${ha1}:${nonce}:00000001:${cnonce}:auth:${ha2}` : `${ha1}:${nonce}:${ha2}`)
  const parts = [`username="${user}"`, `realm="${realm}"`, `nonce="${nonce}"`, `uri="${uri}"`, `response="${response}"`]
  if (withQop) parts.push('qop=auth', 'nc=00000001', `cnonce="${cnonce}"`)
  if (opaque !== undefined) parts.push(`opaque="${opaque}"`)
  if (algorithm !== undefined) parts.push(`algorithm=${algorithm}`)
  return `Digest ${parts.join(', ')}`
}
