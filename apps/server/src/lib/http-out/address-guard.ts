import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

// Which addresses the system may call. Stored addresses come from module authors and users, so they are
// untrusted input: everything that is not plainly public is rejected, except what the operator lists in EGRESS_ALLOW.

export type EgressRules = {
  /** Internal networks that the operator allowed, for a telephone exchange on the LAN. */
  allow: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][]
  /** Ports that may be called; '*' opens all of them. */
  ports: readonly number[] | '*'
}

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: string }

export const readRules = (allow: string, ports: string): EgressRules => ({
  allow: allow
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean)
    .map((network) =>
      ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`),
    ),
  ports: ports === '*' ? '*' : ports.split(',').map(Number),
})

const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Why an IP address may not be called, or undefined. */
export const whyAddressRefused = (rules: EgressRules, address: string): string | undefined => {
  if (!ipaddr.isValid(address)) return `${address} is not an address`
  // An IPv4 address written as IPv6 (::ffff:10.0.0.1, ::10.0.0.1) is checked as IPv4.
  const ip = ipaddr.process(address)
  if (isListed(rules, ip)) return undefined
  const range = ip.range()
  // Of IPv6 only 2000::/3 is public; ::7f00:1 and the like are tricks.
  const isGlobal = ip.kind() === 'ipv4' || ip.match(PUBLIC_IPV6)
  return range === 'unicast' && isGlobal ? undefined : `it is not a public address (${range})`
}

const isListed = (rules: EgressRules, ip: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  rules.allow.some(([network, bits]) => ip.kind() === network.kind() && ip.match(network, bits))

/** Whether plain HTTP may carry secrets to it: an address, not a name, that the operator allowed. */
export const isAllowedPlainly = (rules: EgressRules, text: string): boolean => {
  const url = URL.parse(text)
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return url?.protocol === 'http:' && ipaddr.isValid(host) && isListed(rules, ipaddr.process(host))
}

/**
 * Checks the parsed address, never its text: `new URL` has already read 2130706433, 0x7f.1 and ①②⑦ as what they mean.
 */
export const checkUrl = (rules: EgressRules, text: string): UrlCheck => {
  const url = URL.parse(text)
  if (!url) return { ok: false, reason: 'it is not a web address' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { ok: false, reason: 'only http and https are called' }
  if (url.username || url.password) return { ok: false, reason: 'it carries a user name or password' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node does not call `lookup` for an address written as digits: it is checked here.
  const literal = isIP(host) ? whyAddressRefused(rules, host) : undefined
  if (literal) return { ok: false, reason: literal }
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (rules.ports !== '*' && !rules.ports.includes(port)) return { ok: false, reason: `port ${port} is not called` }
  return { ok: true, url }
}
