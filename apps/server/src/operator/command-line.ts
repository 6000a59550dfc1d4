import { Command, CommanderError, Option } from 'commander'
import { type Config, loadSettings, readAdminUrl, readConfig, readMigrationUrl, readWorkerConfig } from '../config.ts'
import { createDeps } from '../create-deps.ts'
import { createLog } from '../lib/process/log.ts'
import { VERSION } from '../lib/process/version.ts'
import type { Job } from '../lib/queue/jobs.ts'
import { addAccountCommands } from './account-command-line.ts'
import {
  type AddCommand,
  createAddCommand,
  type GlobalOptions,
  type Output,
  type WithDeps,
  wholeNumber,
} from './add-command.ts'
import { type BackupOptions, backupCommand } from './backup.ts'
import { addCellCommands } from './cell-command-line.ts'
import { type ContinuousOptions, continuousBackup, continuousRestore, type Repository } from './continuous-backup.ts'
import { withClient } from './database-client.ts'
import { setUpDatabase } from './database-setup.ts'
import { type DoctorOptions, doctorCommand } from './doctor/doctor.ts'
import { type InitAnswers, type InitOptions, initCommand } from './init.ts'
import { compareMigrations, listAppliedMigrations, listMigrations, migrate } from './migrations.ts'
import { restoreCommand } from './restore.ts'
import type { Result } from './result.ts'
import { statusCommand } from './status.ts'
import { completeAnswers } from './terminal.ts'

// `patchbay`: everything that an operator does, defined once. The processes and the list of jobs come from the entry point.

export type Parts = {
  startServer: (config: Config) => Promise<void>
  startWorker: (config: Config) => Promise<void>
  jobs: readonly Job[]
  /** Tests run commands in their own process, on a system that is already there. */
  output?: Output
  withDeps?: WithDeps
}

const PROCESS_OUTPUT: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  exit: (code) => {
    process.exitCode = code
  },
}

/** Runs a command with the dependencies of the server. */
const withNewDeps: WithDeps = async (work) => {
  const deps = await createDeps(readConfig(), createLog('warn', { role: 'operator' }, process.stderr), 'operator')
  try {
    return await work(deps)
  } finally {
    await deps.close()
  }
}

const ADMIN_URL = new Option('--admin-url <url>', 'PostgreSQL as a superuser; default ADMIN_DATABASE_URL')
const PGBACKREST_CONFIG = new Option('--config <file>', 'with --stanza: the file of pgBackRest').default(
  '/etc/pgbackrest.conf',
)
const adminUrlOf = (options: Record<string, unknown>): string => String(options.adminUrl ?? readAdminUrl())

const migrateCommand = async (jobs: readonly Job[], dryRun: boolean): Promise<Result> => {
  const url = readMigrationUrl()
  if (dryRun) {
    const applied = await withClient(url, listAppliedMigrations)
    const { pending, last } = compareMigrations(await listMigrations(), applied)
    const text = pending.length > 0 ? `pending: ${pending.join(', ')}` : 'the database is up to date'
    return { text, data: { pending, last: last ?? null } }
  }
  const applied = await migrate(url, jobs)
  return {
    text: applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date',
    data: { applied },
  }
}

const addSetupCommands = (program: Command, addCommand: AddCommand, { jobs }: Parts): void => {
  const settings = { load: loadSettings, config: () => readConfig(), migrationUrl: () => readMigrationUrl() }
  const about = 'write the settings, create roles, database and tables, and the first account; prints its link'
  const options = [
    new Option('--name <name>', 'name of the first account'),
    new Option('--address <url>', 'address of the first account'),
    new Option('--email <email>', 'its administrator'),
    new Option('--database <name>', 'name of the database').default('patchbay'),
    new Option('--redis-url <url>', 'Redis').default('redis://127.0.0.1:6379'),
    new Option('--data-folder <folder>', 'folder for files, backups and unsent mail').default('data'),
    new Option('--reset-passwords', 'give the roles new passwords where they already exist').default(false),
    ADMIN_URL,
  ]
  const example = 'patchbay init --name "My shop" --address https://crm.example --email you@crm.example'
  addCommand(program, 'init', { description: about, example, options }, async (_args, given, { progress }) => {
    const answers = await completeAnswers(given as Partial<InitAnswers>)
    const { settings: envFile = '.env' } = program.opts<GlobalOptions>()
    const wanted = { ...given, envFile, adminUrl: adminUrlOf(given) } as InitOptions
    return initCommand(answers, wanted, settings, jobs, progress)
  })
  addCommand(
    program,
    'setup-database [name]',
    {
      description: 'create the roles and an empty database; init does this too',
      example: 'patchbay setup-database patchbay --admin-url postgres://postgres@127.0.0.1:5432/postgres',
      options: [ADMIN_URL],
    },
    async ([name = 'patchbay'], given) => {
      const created = await setUpDatabase(adminUrlOf(given), name)
      return {
        text: created ? `created the database ${name}` : `the database ${name} already exists`,
        data: { name, created },
      }
    },
  )
  addCommand(
    program,
    'migrate',
    {
      description: 'bring the tables up to this release; safe while servers run',
      example: 'patchbay migrate --dry-run',
      options: [new Option('--dry-run', 'only list what would run')],
    },
    (_args, { dryRun }) => migrateCommand(jobs, dryRun === true),
  )
}

const addProcessCommands = (program: Command, addCommand: AddCommand, { startServer, startWorker }: Parts): void => {
  const server = { description: 'run a server until it is stopped', example: 'PORT=8080 patchbay server' }
  addCommand(program, 'server', server, async () => void (await startServer(readConfig())))
  const worker = { description: 'run a worker until it is stopped', example: 'patchbay worker' }
  addCommand(program, 'worker', worker, async () => void (await startWorker(readWorkerConfig())))
}

const addCareCommands = (program: Command, addCommand: AddCommand): void => {
  const count = (flag: string, what: string) => new Option(flag, what).argParser(wholeNumber)
  const counts = [
    count('--servers <n>', 'server processes that will run; default: those that run now'),
    count('--workers <n>', 'worker processes that will run'),
  ]
  const doctor = 'check PostgreSQL, Redis, mail, egress, clock, disk and versions; says what to change'
  const about = { description: doctor, example: 'patchbay doctor --servers 4 --workers 2', options: counts }
  addCommand(program, 'doctor', about, (_args, given) => doctorCommand(() => readConfig(), given as DoctorOptions))
  const status = { description: 'what runs, what waits, and the last backups', example: 'patchbay status --json' }
  addCommand(program, 'status', status, () => statusCommand(readConfig()))
  addCommand(
    program,
    'backup',
    {
      description: 'write database and files into one archive, without SECRET_KEY',
      example: 'patchbay backup --to /mnt/backups/monday.tar',
      options: [
        new Option(
          '--to <path>',
          'default: a file with the time, or a folder named after the stanza, in BACKUP_FOLDER',
        ),
        new Option('--stanza <name>', 'by pgBackRest, which also archives the WAL: the last minute at most is lost'),
        PGBACKREST_CONFIG,
        new Option('--only-files', 'with --stanza: copy new files only'),
        ADMIN_URL,
      ],
    },
    (_args, given, { progress }) =>
      given.stanza
        ? continuousBackup(readConfig(), given as ContinuousOptions, progress)
        : backupCommand(readConfig(), { ...given, adminUrl: adminUrlOf(given) } as BackupOptions, progress),
  )
  addCommand(
    program,
    'restore <archive>',
    {
      description: 'restore a backup into an empty database and an empty folder',
      example: 'patchbay restore /mnt/backups/monday.tar',
      options: [
        new Option('--stanza <name>', 'a backup by pgBackRest: <archive> is its folder'),
        PGBACKREST_CONFIG,
        ADMIN_URL,
      ],
    },
    ([archive = ''], given, { progress }) =>
      given.stanza
        ? continuousRestore(readConfig(), archive, given as Repository, progress)
        : restoreCommand(readConfig(), archive, { adminUrl: adminUrlOf(given) }, progress),
  )
}

/** Commands of the other `patchbay`, the one of @patchbay/sdk. */
const SDK_COMMANDS = ['verify', 'listen', 'replay']

export const createProgram = (parts: Parts): Command => {
  const program = new Command('patchbay')
    .description('Runs and maintains a Patchbay installation.')
    .version(VERSION)
    .option('--json', 'print the result as one line of JSON')
    .option('--settings <file>', 'file of settings; default: PATCHBAY_SETTINGS, .env, /etc/patchbay/patchbay.env')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', '\nExample:\n  $ patchbay doctor\n\nModule authors: npx -p @patchbay/sdk patchbay verify')
    .exitOverride()
  const output = parts.output ?? PROCESS_OUTPUT
  const addCommand = createAddCommand(output)
  program.configureOutput({ writeOut: output.out, writeErr: output.err })
  addSetupCommands(program, addCommand, parts)
  addProcessCommands(program, addCommand, parts)
  addCareCommands(program, addCommand)
  addAccountCommands(program, addCommand, parts.withDeps ?? withNewDeps)
  addCellCommands(program, addCommand, adminUrlOf)
  return program
}

/** Parses the arguments and runs the command. Wrong usage ends with 2, a failure with 1. */
export const runCommandLine = async (parts: Parts, args: readonly string[]): Promise<void> => {
  const { err, exit } = parts.output ?? PROCESS_OUTPUT
  if (SDK_COMMANDS.includes(args[0] ?? '')) {
    err(`patchbay ${args[0]} is for module authors: npx -p @patchbay/sdk patchbay ${args.join(' ')}\n`)
    return exit(2)
  }
  try {
    await createProgram(parts).parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    exit(error.exitCode === 0 ? 0 : 2)
  }
}
