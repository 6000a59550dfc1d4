// The operator's command line: node apps/server/src/bin/cli.ts <command>

import { readConfig } from '../config.ts'
import { createDeps, type Deps } from '../deps.ts'
import { freezeModule } from '../integration-modules/activity/service.ts'
import { messageOf } from '../lib/errors.ts'
import { createLog } from '../lib/process/log.ts'
import {
  accountAt,
  accountCommand,
  changeAddress,
  keyCommand,
  limitsCommand,
  passwordsCommand,
} from '../operator/commands.ts'

const HELP = `node apps/server/src/bin/cli.ts <command>

  account <name> <address> <e-mail>   create an account; prints a link for its administrator to choose a password
  key <host> <name> [option] [scope …]  create an API key with these scopes, or with all of them
    --module=<code>                   for this module only; without it, for the first that registers with the key
    --several-modules                 for any number of modules
  limits <host> <family>=<number> …   requests per second: api, telephony, payment, transport
  address <host> <new address>        change an account's address and notify its modules
  passwords <host>                    allow passwords again where single sign-on is the only way in
  freeze <host> <module>              suspend a module; unfreeze resumes it`

/** A command returns what it prints, or undefined when its arguments are wrong. */
const COMMANDS: Record<string, (deps: Deps, args: string[]) => Promise<string | undefined>> = {
  account: accountCommand,
  key: keyCommand,
  limits: limitsCommand,
  passwords: passwordsCommand,
  address: async (deps, [host = '', address = '']) => {
    await changeAddress(deps, await accountAt(deps, host), address)
    return `moved to ${new URL(address).origin}`
  },
  freeze: async (deps, [host = '', module = '']) => {
    await freezeModule(deps, await accountAt(deps, host), module, true)
    return `${module} is frozen`
  },
  unfreeze: async (deps, [host = '', module = '']) => {
    await freezeModule(deps, await accountAt(deps, host), module, false)
    return `${module} is active again`
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = COMMANDS[name]
if (!command) {
  console.error(HELP)
  process.exit(2)
}
const config = readConfig()
// Scripts read a command's output from stdout, so the log goes to stderr.
const deps = await createDeps(config, createLog('warn', { role: 'operator' }, process.stderr), 'server')
try {
  const output = await command(deps, args)
  if (output === undefined) console.error(HELP)
  else console.log(output)
  if (output === undefined) process.exitCode = 2
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
} finally {
  await deps.close()
}
