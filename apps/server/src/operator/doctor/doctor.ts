import type { Config } from '../../config.ts'
import { messageOf } from '../../lib/errors.ts'
import { VERSION } from '../../lib/process/version.ts'
import type { Result } from '../result.ts'
import { checkAccounts } from './account-checks.ts'
import { checkDatabase } from './database-checks.ts'
import { checkFiles, checkMail, checkNode, checkProxy, checkRedis, checkWorkspace } from './host-checks.ts'
import { checkReplica } from './replica-checks.ts'
import { type Check, error, exitCodeOf, ok, skipped } from './verdicts.ts'

const SIGNS = { ok: 'ok     ', warning: 'warning', error: 'ERROR  ', skipped: 'skipped' }

const render = (checks: readonly Check[]): string => {
  const lines = checks.flatMap(({ name, status, found, fix }) => [
    `${SIGNS[status]}  ${name}: ${found}`,
    ...(fix ? [`         → ${fix}`] : []),
  ])
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length
  return [...lines, `${count('error')} errors, ${count('warning')} warnings, ${count('ok')} ok`].join('\n')
}

export type DoctorOptions = { servers?: number; workers?: number }

const checkAll = async (config: Config, options: DoctorOptions): Promise<Check[]> => {
  const { checks: redis, facts } = await checkRedis(config)
  const running = (role: string) => facts?.processes.filter((one) => one.role === role).length ?? 0
  const servers = options.servers ?? Math.max(1, running('server'))
  const workers = options.workers ?? Math.max(1, running('worker'))
  const database = await checkDatabase(config, { servers, workers })
  const isConnected = database.length > 1
  const accounts = isConnected
    ? await checkAccounts(config)
    : { checks: [skipped('accounts', 'no connection to PostgreSQL')], urls: [] }
  return [
    ...database,
    ...(isConnected ? await checkReplica(config, servers) : []),
    ...redis,
    await checkMail(config),
    ...(await checkFiles(config)),
    checkWorkspace(config),
    ...accounts.checks,
    checkProxy(config, accounts.urls),
  ]
}

/** Looks at everything an installation needs, changes nothing, and says what is wrong and what to change. */
export const doctorCommand = async (readConfig: () => Config, options: DoctorOptions): Promise<Result> => {
  const checks: Check[] = [await checkNode()]
  try {
    const config = readConfig()
    checks.push(ok('settings', `release ${VERSION}`), ...(await checkAll(config, options)))
  } catch (reason) {
    checks.push(error('settings', messageOf(reason), 'Put it into the file of settings; patchbay init writes one'))
  }
  return { text: render(checks), data: { version: VERSION, checks }, exitCode: exitCodeOf(checks) }
}
