import { RETENTION_KINDS } from '@patchbay/contract/platform/retention-constants'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { readAdminUrl, readArchiveKey, readMigrationUrl } from '../../config.ts'
import { GRACE_DAYS } from '../../platform/closing/rules.ts'
import type { AddCommand, WithDeps } from '../add-command.ts'
import { accountAt } from '../commands.ts'
import { erasePerson } from '../person/erase.ts'
import { exportPerson } from '../person/export.ts'
import { closeAccount, holdAccount, reopenAccount } from './closing.ts'
import { exportAccount } from './export.ts'
import { importAccount } from './import.ts'
import { retentionCommand } from './retention.ts'

// What an operator does with a whole account, and with the data of one person.

const ADMIN_URL = new Option('--admin-url <url>', 'PostgreSQL as a superuser; default ADMIN_DATABASE_URL')
const wholeDays = (text: string): number => {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Write a number of days.')
  return Number(text)
}
const adminUrlOf = (options: Record<string, unknown>): string => String(options.adminUrl ?? readAdminUrl())

const addArchives = (account: Command, add: AddCommand, withDeps: WithDeps): void => {
  add(
    account,
    'export <host> <to>',
    {
      description: 'write everything of an account into a folder, or a file that ends with .tar',
      example: 'patchbay account export crm.example /mnt/archives/crm.tar',
    },
    ([host = '', to = ''], _options, { progress }) =>
      withDeps(async (deps) => exportAccount(deps, await accountAt(deps, host), to, progress)),
  )
  add(
    account,
    'import <archive>',
    {
      description: 'create the account of an archive in this installation, with the id it had',
      example: 'patchbay account import /mnt/archives/crm.tar',
      options: [
        new Option('--without-secrets', 'where the SECRET_KEY of the archive is lost: modules register again'),
        ADMIN_URL,
      ],
    },
    ([archive = ''], options, { progress }) => {
      const wanted = { adminUrl: adminUrlOf(options), withoutSecrets: options.withoutSecrets === true }
      return withDeps((deps) => importAccount(deps, archive, { ...wanted, archiveKey: readArchiveKey() }, progress))
    },
  )
}

const addClosing = (account: Command, add: AddCommand, withDeps: WithDeps): void => {
  add(
    account,
    'close <host>',
    {
      description: 'refuse sign-in and the API; erased when the grace period is over',
      example: 'patchbay account close crm.example --grace-days 30',
      options: [new Option('--grace-days <n>', 'until it is erased').argParser(wholeDays).default(GRACE_DAYS)],
    },
    ([host = ''], { graceDays }) =>
      withDeps(async (deps) => closeAccount(readMigrationUrl(), await accountAt(deps, host), Number(graceDays))),
  )
  const reopen = { description: 'open a closed account again', example: 'patchbay account reopen crm.example' }
  add(account, 'reopen <host>', reopen, ([host = '']) =>
    withDeps(async (deps) => reopenAccount(readMigrationUrl(), await accountAt(deps, host))),
  )
  const hold = {
    description: 'a legal hold: nothing of the account is erased',
    example: 'patchbay account hold crm.example "case 12/2026"',
  }
  add(account, 'hold <host> <because>', hold, ([host = '', because = '']) =>
    withDeps(async (deps) => holdAccount(readMigrationUrl(), await accountAt(deps, host), because)),
  )
  const release = { description: 'lift a legal hold', example: 'patchbay account release crm.example' }
  add(account, 'release <host>', release, ([host = '']) =>
    withDeps(async (deps) => holdAccount(readMigrationUrl(), await accountAt(deps, host), undefined)),
  )
}

const addRetention = (account: Command, add: AddCommand, withDeps: WithDeps): void => {
  add(
    account,
    'retention <host> [settings...]',
    {
      description: `show or change for how many days, or forever, an account keeps: ${RETENTION_KINDS.join(', ')}`,
      example: 'patchbay account retention crm.example calls=1095 messages=forever',
    },
    ([host = ''], _options, { rest }) => withDeps((deps) => retentionCommand(deps, host, rest)),
  )
}

const addPeople = (account: Command, add: AddCommand, withDeps: WithDeps): void => {
  add(
    account,
    'erase-person <host> <phone-or-email>',
    {
      description: 'erase a customer everywhere; reports what was erased, what is kept and why',
      example: 'patchbay account erase-person crm.example +4915112345678 --dry-run',
      options: [new Option('--dry-run', 'only count what would be erased'), ADMIN_URL],
    },
    ([host = '', term = ''], options, { progress }) => {
      const wanted = { adminUrl: adminUrlOf(options), dryRun: options.dryRun === true }
      return withDeps(async (deps) => erasePerson(deps, await accountAt(deps, host), term, wanted, progress))
    },
  )
  add(
    account,
    'export-person <host> <phone-or-email> <file>',
    {
      description: 'write everything about a customer into a file of JSON Lines',
      example: 'patchbay account export-person crm.example ann@mail.example ann.jsonl',
      options: [ADMIN_URL],
    },
    ([host = '', term = '', file = ''], options) =>
      withDeps(async (deps) => exportPerson(deps, await accountAt(deps, host), term, file, adminUrlOf(options))),
  )
}

export const addWholeAccountCommands = (account: Command, add: AddCommand, withDeps: WithDeps): void => {
  addArchives(account, add, withDeps)
  addClosing(account, add, withDeps)
  addRetention(account, add, withDeps)
  addPeople(account, add, withDeps)
}
