import type { Config } from '../../config.ts'
import { type Database, openDatabase } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { messageOf } from '../../lib/errors.ts'
import { checkUrl, whyAddressRefused } from '../../lib/http-out/address-guard.ts'
import { resolveName } from '../../lib/http-out/resolve-name.ts'
import { createSealer } from '../../lib/security/sealer.ts'
import { type Account, getAccount, listAccountIds } from '../../platform/accounts/store.ts'
import { signingSecrets } from '../../platform/modules/client.ts'
import { listModules, type Module } from '../../platform/modules/store.ts'
import { type Check, error, ok, skipped, warning } from './verdicts.ts'

// What the settings mean for the accounts and modules that are there.

type Loaded = { account: Account; modules: Module[] }

const load = async ({ db }: Database): Promise<Loaded[]> =>
  Promise.all(
    (await listAccountIds(db)).map((id) =>
      inAccount(db, id, async (trx) => ({ account: await getAccount(trx), modules: await listModules(trx) })),
    ),
  )

const checkAddresses = (loaded: readonly Loaded[]): Check => {
  if (loaded.length === 0)
    return warning(
      'accounts',
      'there is no account yet',
      'Create one: patchbay account "My shop" https://crm.example you@crm.example',
    )
  const plain = loaded.filter(({ account }) => !account.publicUrl.startsWith('https:'))
  const found = loaded.map(({ account }) => account.publicUrl).join(', ')
  if (plain.length === 0) return ok('accounts', found)
  return warning(
    'accounts',
    `${plain.map(({ account }) => account.publicUrl).join(', ')} without https: no Web Push, no secure cookies`,
    'Put a proxy with TLS in front, then: patchbay address <host> https://<host>',
  )
}

/** After a restore with another SECRET_KEY nothing that is sealed opens. */
const checkSecretKey = (config: Config, loaded: readonly Loaded[]): Check => {
  const deps = { sealer: createSealer(config.secretKey), now: () => new Date() }
  const modules = loaded.flatMap(({ modules }) => modules).filter(({ signingSecret }) => signingSecret.length > 0)
  if (modules.length === 0) return skipped('SECRET_KEY', 'no module is registered, so nothing is sealed')
  const closed = modules.filter((module) => {
    try {
      return signingSecrets(deps, module).length === 0
    } catch {
      return true
    }
  })
  if (closed.length === 0) return ok('SECRET_KEY', `opens the secrets of ${modules.length} modules`)
  return error(
    'SECRET_KEY',
    `does not open the secrets of ${closed.map(({ code }) => code).join(', ')}`,
    'Use the SECRET_KEY with which this database was written; without it these modules have to register again',
  )
}

/** Every address of the module's host must be one that may be called. Nothing is sent. */
const whyUnreachable = async (config: Config, url: string): Promise<string | undefined> => {
  const checked = checkUrl(config.egress, url)
  if (!checked.ok) return checked.reason
  const host = checked.url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await resolveName(host)
  const isLiteral = /^[\d.]+$|:/.test(host)
  if (addresses.length === 0 && !isLiteral) return `the name ${host} has no address`
  return addresses
    .map(({ address }) => whyAddressRefused(config.egress, address))
    .find((reason) => reason !== undefined)
}

/** The addresses in what a module registered, wherever they stand, one of each origin. */
const originsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return /^https?:/.test(value) ? [URL.parse(value)?.origin ?? value] : []
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.values(value).flatMap(originsOf))]
}

const checkEgress = async (config: Config, loaded: readonly Loaded[]): Promise<Check> => {
  const modules = loaded.flatMap(({ modules }) => modules).filter(({ active }) => active)
  if (modules.length === 0) return skipped('egress', 'no module is active')
  const refused: string[] = []
  for (const { code, baseUrl, integrations } of modules) {
    for (const origin of originsOf([baseUrl, integrations])) {
      const reason = await whyUnreachable(config, origin)
      if (reason) refused.push(`${code} at ${origin}: ${reason}`)
    }
  }
  if (refused.length === 0) return ok('egress', `${modules.length} modules may be called`)
  return error(
    'egress',
    refused.join('; '),
    'Add the network to EGRESS_ALLOW or the port to EGRESS_PORTS, then restart',
  )
}

export const checkAccounts = async (config: Config): Promise<{ checks: Check[]; urls: string[] }> => {
  const database = openDatabase({
    url: config.databaseUrl,
    pooling: config.databasePooling,
    max: 2,
    applicationName: 'patchbay operator',
    onError: () => undefined,
  })
  try {
    const loaded = await load(database)
    const checks = [checkAddresses(loaded), checkSecretKey(config, loaded), await checkEgress(config, loaded)]
    return { checks, urls: loaded.map(({ account }) => account.publicUrl) }
  } catch (reason) {
    return { checks: [skipped('accounts', `cannot be read: ${messageOf(reason)}`)], urls: [] }
  } finally {
    await database.close()
  }
}
