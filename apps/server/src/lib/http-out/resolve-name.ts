import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

// Names are resolved without the operating system's resolver: a hostile name server could block its threads (four), on
// which passwords are hashed too. The hosts file is used; search domains are not, so inside Kubernetes names are
// written in full.

const resolver = new Resolver({ timeout: 2_000, tries: 2 })

const HOSTS = '/etc/hosts'

const inHostsFile = async (name: string): Promise<LookupAddress[]> => {
  const lines = (await readFile(HOSTS, 'utf8').catch(() => '')).split('\n')
  return lines
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
    .filter(([, ...names]) => names.some((known) => known.toLowerCase() === name))
    .map(([address = '']) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const ask = async (question: Promise<string[]>, family: 4 | 6): Promise<LookupAddress[]> =>
  (await question.catch(() => [])).map((address) => ({ address, family }))

/** Every address of a name; none when it has none. */
export const resolveName = async (hostname: string): Promise<LookupAddress[]> => {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  const known = await inHostsFile(name)
  if (known.length > 0) return known
  if (name === 'localhost' || name.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }]
  const [four, six] = await Promise.all([ask(resolver.resolve4(name), 4), ask(resolver.resolve6(name), 6)])
  return [...four, ...six]
}
