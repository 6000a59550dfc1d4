// The operator's command line: as a process, as an operator runs it, or in the process of the test, which is faster.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { JOBS } from '../../src/background/job-list.ts'
import type { Deps } from '../../src/deps.ts'
import { runCommandLine } from '../../src/operator/command-line.ts'

export type CommandResult = { code: number; stdout: string; stderr: string }

export type RunCommand = (...args: string[]) => Promise<CommandResult>

/** Settings of the surrounding shell must not answer for the command. */
const OWN =
  /^(DATABASE_URL|MIGRATION_DATABASE_URL|ADMIN_DATABASE_URL|SECRET_KEY|REDIS_\w+|FILE_FOLDER|BACKUP_FOLDER|MAIL_\w+)$/

export const createCommandLine = (env: Record<string, string>, cwd = process.cwd()): RunCommand => {
  const rest = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN.test(name)))
  const program = `${process.cwd()}/apps/server/src/bin/patchbay.ts`
  return async (...args) => {
    try {
      const { stdout, stderr } = await promisify(execFile)('node', [program, ...args], {
        cwd,
        env: { ...rest, ...env },
      })
      return { code: 0, stdout: stdout.trim(), stderr: stderr.trim() }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, stdout: stdout.trim(), stderr: stderr.trim() }
    }
  }
}

const notHere = async (): Promise<never> => {
  throw new Error('a server is started as a process')
}

/** The same commands on a system of this process. */
export const createOwnCommandLine =
  (deps: Deps): RunCommand =>
  async (...args) => {
    const seen = { code: 0, stdout: '', stderr: '' }
    const output = {
      out: (text: string) => {
        seen.stdout += text
      },
      err: (text: string) => {
        seen.stderr += text
      },
      exit: (code: number) => {
        seen.code = code
      },
    }
    const parts = { startServer: notHere, startWorker: notHere, jobs: JOBS, output }
    await runCommandLine({ ...parts, withDeps: (work) => work(deps) }, args)
    return { code: seen.code, stdout: seen.stdout.trim(), stderr: seen.stderr.trim() }
  }

/** Runs a command with --json and reads its answer. */
export const readJson = async <T = Record<string, unknown>>(
  result: Promise<CommandResult>,
): Promise<T & { ok: boolean }> => {
  const { stdout, stderr } = await result
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`not JSON: ${stdout}\n${stderr}`)
  }
}
