import ipaddr from 'ipaddr.js'
import { checkUrl, type EgressRules, whyAddressRefused } from './address-guard.ts'
import { resolveName } from './resolve-name.ts'

/** The addresses of a name; undefined when its name server takes too long. */
const resolveWithin = async (name: string, ms: number): Promise<string[] | undefined> => {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  try {
    const found = await Promise.race([resolveName(name), late])
    return found?.map(({ address }) => address)
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Why an address would not be called, as far as can be said in this time. Advice only: a name may lead elsewhere by the time it
 * is called, and is checked again then.
 */
export const whyUncallable = async (rules: EgressRules, address: string, ms: number): Promise<string | undefined> => {
  const checked = checkUrl(rules, address)
  if (!checked.ok) return checked.reason
  const { hostname } = checked.url
  if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))) return undefined
  const found = await resolveWithin(hostname, ms)
  if (found?.length === 0) return `the name ${hostname} has no address`
  const refusal = found
    ?.map((one) => ({ one, why: whyAddressRefused(rules, one) }))
    .find(({ why }) => why !== undefined)
  return refusal && `the name ${hostname} leads to ${refusal.one}, and ${refusal.why}`
}
