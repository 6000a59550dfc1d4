import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { createDeps } from '../create-deps.ts'
import { createLog } from '../lib/process/log.ts'
import type { Job } from '../lib/queue/jobs.ts'
import { findAccountIdByHost } from '../platform/accounts/store.ts'
import { accountCommand } from './commands.ts'
import { withClient } from './database-client.ts'
import { listLoginRoles, setUpDatabase } from './database-setup.ts'
import { newPassword, newSecretKey, renderEnvFile } from './env-file.ts'
import { migrate } from './migrations.ts'
import type { Progress, Result } from './result.ts'

export type InitAnswers = { name: string; address: string; email: string }

export type InitOptions = {
  envFile: string
  database: string
  adminUrl: string
  redisUrl: string
  dataFolder: string
  resetPasswords: boolean
}

/** The settings of the environment once the file is loaded; reading the environment is the work of config.ts. */
export type SettingsReader = { load: (file: string) => void; config: () => Config; migrationUrl: () => string }

/** Another installation on the same server may use the roles: their passwords are not changed without being asked. */
const checkRoles = async ({ adminUrl, resetPasswords }: InitOptions): Promise<void> => {
  const roles = await withClient(adminUrl, listLoginRoles)
  if (roles.length > 0 && !resetPasswords)
    throw new Error(
      `PostgreSQL already has the role ${roles.join(' and ')}. If no other installation uses it, give it a new password with --reset-passwords`,
    )
}

const writeSettings = async (options: InitOptions, address: string): Promise<void> => {
  const passwords = { owner: newPassword(), app: newPassword() }
  await checkRoles(options)
  await setUpDatabase(options.adminUrl, options.database, passwords)
  const { hostname, port } = new URL(options.adminUrl)
  const text = renderEnvFile({
    databaseHost: `${hostname || '127.0.0.1'}:${port || 5432}`,
    database: options.database,
    ownerPassword: passwords.owner,
    appPassword: passwords.app,
    secretKey: newSecretKey(),
    redisUrl: options.redisUrl,
    address,
    dataFolder: resolve(options.dataFolder),
  })
  await mkdir(dirname(resolve(options.envFile)), { recursive: true })
  await writeFile(options.envFile, text, { mode: 0o600, flag: 'wx' })
}

const createFirstAccount = async (config: Config, { name, address, email }: InitAnswers): Promise<Result> => {
  const deps = await createDeps(config, createLog('warn', { role: 'operator' }, process.stderr), 'operator')
  try {
    const host = new URL(address).host.toLowerCase()
    if ((await findAccountIdByHost(deps.db, host)) !== undefined)
      throw new Error(`there is already an account at ${host}; this installation is complete: patchbay status`)
    return await accountCommand(deps, name, address, email)
  } finally {
    await deps.close()
  }
}

/**
 * From an empty machine to the first account. Each step is skipped where it was done before, so that it can be run again
 * after an error; a file of settings that exists is used and never overwritten.
 */
export const initCommand = async (
  answers: InitAnswers,
  options: InitOptions,
  settings: SettingsReader,
  jobs: readonly Job[],
  progress: Progress,
): Promise<Result> => {
  const isNew = !existsSync(options.envFile)
  progress.start('Setting up', 3)
  if (isNew) await writeSettings(options, answers.address)
  settings.load(options.envFile)
  const config = settings.config()
  progress.advance(isNew ? `wrote ${options.envFile}` : `uses ${options.envFile}`)
  const applied = await migrate(settings.migrationUrl(), jobs)
  progress.advance(`${applied.length} migrations`)
  const { data, text: link } = await createFirstAccount(config, answers)
  progress.advance('account created')
  progress.stop('done')
  const text = [
    `Settings: ${resolve(options.envFile)} (keep SECRET_KEY of it in a second place)`,
    `Start:    patchbay server, and patchbay worker in a second terminal`,
    `Then choose the password of ${answers.email} at:`,
    link,
  ]
  return { text: text.join('\n'), data: { ...data, envFile: resolve(options.envFile), migrations: applied.length } }
}
