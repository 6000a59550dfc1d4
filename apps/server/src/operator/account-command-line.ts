import { ROLES } from '@patchbay/contract/base/roles'
import { SCOPES } from '@patchbay/contract/base/scopes'
import { type Command, Option } from 'commander'
import { addWholeAccountCommands } from './account/command-line.ts'
import type { AddCommand, WithDeps } from './add-command.ts'
import {
  accountCommand,
  accountListCommand,
  addressCommand,
  freezeCommand,
  type KeyOptions,
  keyCommand,
  keyListCommand,
  keyRevokeCommand,
  limitsCommand,
  passwordsCommand,
  quotasCommand,
} from './commands.ts'
import { recomputeReportsCommand } from './report-commands.ts'
import {
  type NewUserOptions,
  userChangeCommand,
  userCreateCommand,
  userListCommand,
  userResetCommand,
} from './user-commands.ts'

// The commands about accounts, keys, users and modules. An account is named by its host: crm.example or localhost:8080.

const addAccounts = (program: Command, add: AddCommand, withDeps: WithDeps): void => {
  const account = program.command('account').description('create, list, export, import and close accounts')
  add(
    account,
    'create <name> <address> <email>',
    {
      description: 'create an account; prints a link for its administrator to choose a password',
      example: 'patchbay account "My shop" https://crm.example you@crm.example',
      isDefault: true,
    },
    ([name = '', address = '', email = '']) => withDeps((deps) => accountCommand(deps, name, address, email)),
  )
  const list = { description: 'list the accounts', example: 'patchbay account list' }
  add(account, 'list', list, () => withDeps(accountListCommand))
  addWholeAccountCommands(account, add, withDeps)
}

const addKeys = (program: Command, add: AddCommand, withDeps: WithDeps): void => {
  const key = program.command('key').description('create, list and revoke API keys')
  add(
    key,
    'create <host> <name> [scopes...]',
    {
      description: `create an API key with these scopes, or with all: ${SCOPES.join(', ')}`,
      example: 'patchbay key crm.example "For the exchange" --module=exchange integration_write telephony_write',
      isDefault: true,
      options: [
        new Option('--module <code>', 'for this module only; default: the first that registers with the key'),
        new Option('--several-modules', 'for any number of modules'),
      ],
    },
    ([host = '', name = ''], options, { rest }) =>
      withDeps((deps) => keyCommand(deps, host, name, rest, options as KeyOptions)),
  )
  const list = { description: 'list the keys of an account', example: 'patchbay key list crm.example' }
  add(key, 'list <host>', list, ([host = '']) => withDeps((deps) => keyListCommand(deps, host)))
  const revoke = { description: 'revoke a key at once', example: 'patchbay key revoke crm.example k3x9a2bc' }
  add(key, 'revoke <host> <id>', revoke, ([host = '', id = '']) => withDeps((deps) => keyRevokeCommand(deps, host, id)))
}

const addUsers = (program: Command, add: AddCommand, withDeps: WithDeps): void => {
  const user = program.command('user').description('create users, reset passwords, change roles, deactivate')
  const roles = ROLES.join(', ')
  add(
    user,
    'create <host> <email>',
    {
      description: 'create a user; prints a link to choose a password, sends no email',
      example: 'patchbay user create crm.example ann@crm.example --role admin',
      options: [
        new Option('--role <role>', roles).default('manager'),
        new Option('--first-name <name>', 'first name'),
        new Option('--last-name <name>', 'last name'),
      ],
    },
    ([host = '', email = ''], options) =>
      withDeps((deps) => userCreateCommand(deps, host, email, options as NewUserOptions)),
  )
  const list = { description: 'list the users of an account', example: 'patchbay user list crm.example' }
  add(user, 'list <host>', list, ([host = '']) => withDeps((deps) => userListCommand(deps, host)))
  const reset = {
    description: 'print a link with which the user chooses a new password',
    example: 'patchbay user reset-password crm.example ann@crm.example',
  }
  add(user, 'reset-password <host> <email>', reset, ([host = '', email = '']) =>
    withDeps((deps) => userResetCommand(deps, host, email)),
  )
  const role = {
    description: `change the role: ${roles}`,
    example: 'patchbay user role crm.example ann@crm.example team-lead',
  }
  add(user, 'role <host> <email> <role>', role, ([host = '', email = '', wanted = '']) =>
    withDeps((deps) => userChangeCommand(deps, host, email, { role: wanted })),
  )
  for (const [name, description, active] of [
    ['deactivate', 'deactivate a user and sign them out everywhere', false],
    ['reactivate', 'let a deactivated user sign in again', true],
  ] as const) {
    const about = { description, example: `patchbay user ${name} crm.example ann@crm.example` }
    add(user, `${name} <host> <email>`, about, ([host = '', email = '']) =>
      withDeps((deps) => userChangeCommand(deps, host, email, { active })),
    )
  }
}

const addSettings = (program: Command, add: AddCommand, withDeps: WithDeps): void => {
  const limits = {
    description: 'show or change requests per second: api, telephony, payment, transport',
    example: 'patchbay limits crm.example telephony=200',
  }
  add(program, 'limits <host> [limits...]', limits, ([host = ''], _options, { rest }) =>
    withDeps((deps) => limitsCommand(deps, host, rest)),
  )
  const quotas = {
    description: 'show or change what the whole account may have: requests (a second), files-mb; none removes one',
    example: 'patchbay quotas crm.example requests=200 files-mb=20000',
  }
  add(program, 'quotas <host> [quotas...]', quotas, ([host = ''], _options, { rest }) =>
    withDeps((deps) => quotasCommand(deps, host, rest)),
  )
  const address = {
    description: "change an account's address and notify its modules; the old one keeps working",
    example: 'patchbay address localhost:8080 https://crm.example',
  }
  add(program, 'address <host> <address>', address, ([host = '', to = '']) =>
    withDeps((deps) => addressCommand(deps, host, to)),
  )
  const passwords = {
    description: 'allow passwords again where single sign-on is the only way in',
    example: 'patchbay passwords crm.example',
  }
  add(program, 'passwords <host>', passwords, ([host = '']) => withDeps((deps) => passwordsCommand(deps, host)))
  const recompute = {
    description: 'compute the figures of reports again from calls, payments and chats, of all days or of a period',
    example: 'patchbay recompute-reports crm.example 2026-10-01 2026-10-31',
  }
  add(program, 'recompute-reports <host> [from] [to]', recompute, ([host = '', from, to]) =>
    withDeps((deps) => recomputeReportsCommand(deps, host, from, to)),
  )
  for (const [name, description, frozen] of [
    ['freeze', 'suspend a module', true],
    ['unfreeze', 'resume a suspended module', false],
  ] as const) {
    const about = { description, example: `patchbay ${name} crm.example exchange` }
    add(program, `${name} <host> <module>`, about, ([host = '', module = '']) =>
      withDeps((deps) => freezeCommand(deps, host, module, frozen)),
    )
  }
}

export const addAccountCommands = (program: Command, add: AddCommand, withDeps: WithDeps): void => {
  addAccounts(program, add, withDeps)
  addKeys(program, add, withDeps)
  addUsers(program, add, withDeps)
  addSettings(program, add, withDeps)
}
