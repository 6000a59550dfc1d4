// What the operator of an installation does, on the command line: node apps/server/src/bin/cli.ts <command>
import { SCOPES, type Scope } from '@patchbay/contract/base/scopes'
import { readConfig } from '../config.ts'
import { createDeps, type Deps } from '../deps.ts'
import { freezeModule } from '../integration-modules/activity/service.ts'
import { inAccount } from '../lib/db/transaction.ts'
import { messageOf } from '../lib/errors.ts'
import { createLog } from '../lib/process/log.ts'
import { changeAddress, createAccount } from '../platform/accounts/actions.ts'
import { findAccountIdByHost, getAccount, type Limits, updateLimits } from '../platform/accounts/store.ts'
import { issueKey } from '../platform/api-keys/actions.ts'
import { inviteByLink } from '../platform/users/actions.ts'

const HELP = `node apps/server/src/bin/cli.ts <command>

  account <name> <address> <e-mail>   make an account, and a link with which its administrator chooses a password
  key <host> <name> [scope …]         make an API key with these scopes, or with all of them
  limits <host> <family>=<number> …   requests a second: api, telephony, payment, transport
  address <host> <new address>        move an account; its modules are told
  freeze <host> <module>              rest a module; unfreeze lets it work again`

const FAMILIES = ['api', 'telephony', 'payment', 'transport']

const accountAt = async (deps: Deps, host: string): Promise<number> => {
  const accountId = await findAccountIdByHost(deps.db, host)
  if (accountId === undefined) throw new Error(`there is no account at ${host}`)
  return accountId
}

const makeAccount = async (deps: Deps, [name, address, email]: string[]): Promise<string> => {
  if (!name || !address || !email) throw new Error(HELP)
  const accountId = await createAccount(deps, name, address)
  const token = await inviteByLink(deps, accountId, {
    email,
    firstName: email.split('@')[0] ?? '',
    lastName: '',
    role: 'admin',
  })
  return `${new URL(address).origin}/choose-password#${token}`
}

const makeKey = async (deps: Deps, [host, name, ...wanted]: string[]): Promise<string> => {
  if (!host || !name) throw new Error(HELP)
  const scopes = wanted.length > 0 ? SCOPES.filter((scope) => wanted.includes(scope)) : [...SCOPES]
  const unknown = wanted.find((scope) => !SCOPES.includes(scope as Scope))
  if (unknown) throw new Error(`there is no scope ${unknown}; there are ${SCOPES.join(', ')}`)
  const key = { name, scopes, sites: null, moduleCode: null, grantedScopes: null, createdBy: null }
  return (await inAccount(deps.db, await accountAt(deps, host), (trx) => issueKey(trx, key))).text
}

const setLimits = async (deps: Deps, [host, ...pairs]: string[]): Promise<string> => {
  const entries = pairs.map((pair) => pair.split('='))
  const wrong = entries.find(([family = '', figure]) => !FAMILIES.includes(family) || !(Number(figure) > 0))
  if (!host || pairs.length === 0 || wrong) throw new Error(HELP)
  const limits = Object.fromEntries(entries.map(([family, figure]) => [family, Number(figure)])) as Partial<Limits>
  const account = await inAccount(deps.db, await accountAt(deps, host), async (trx) => {
    await updateLimits(trx, limits)
    return getAccount(trx)
  })
  return JSON.stringify(account.limits)
}

const COMMANDS: Record<string, (deps: Deps, args: string[]) => Promise<string>> = {
  account: makeAccount,
  key: makeKey,
  limits: setLimits,
  address: async (deps, [host = '', address = '']) => {
    await changeAddress(deps, await accountAt(deps, host), address)
    return `moved to ${new URL(address).origin}`
  },
  freeze: async (deps, [host = '', module = '']) => {
    await freezeModule(deps, await accountAt(deps, host), module, true)
    return `${module} rests`
  },
  unfreeze: async (deps, [host = '', module = '']) => {
    await freezeModule(deps, await accountAt(deps, host), module, false)
    return `${module} may work again`
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = COMMANDS[name]
if (!command) {
  console.error(HELP)
  process.exit(2)
}
const config = readConfig()
// What a command answers may be taken by a script: its log goes elsewhere.
const deps = await createDeps(config, createLog('warn', { role: 'operator' }, process.stderr), 'server')
try {
  console.log(await command(deps, args))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
} finally {
  await deps.close()
}
