// What the operator of an installation does, on the command line: node apps/server/src/bin/cli.ts <command>

import { readConfig } from '../config.ts'
import { createDeps, type Deps } from '../deps.ts'
import { freezeModule } from '../integration-modules/activity/service.ts'
import { messageOf } from '../lib/errors.ts'
import { createLog } from '../lib/process/log.ts'
import { accountAt, accountCommand, changeAddress, keyCommand, limitsCommand } from '../operator/commands.ts'

export const HELP = `node apps/server/src/bin/cli.ts <command>

  account <name> <address> <e-mail>   make an account, and a link with which its administrator chooses a password
  key <host> <name> [scope …]         make an API key with these scopes, or with all of them
  limits <host> <family>=<number> …   requests a second: api, telephony, payment, transport
  address <host> <new address>        move an account; its modules are told
  freeze <host> <module>              rest a module; unfreeze lets it work again`

const COMMANDS: Record<string, (deps: Deps, args: string[]) => Promise<string>> = {
  account: accountCommand,
  key: keyCommand,
  limits: limitsCommand,
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
