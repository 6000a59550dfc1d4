// One shell that runs the blocks of a guide one after another, as a person would in a terminal: folders, variables and
// background processes last from block to block.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Session = {
  /** Runs commands until the last one ends; throws when one fails. Returns what they printed. */
  run: (commands: string) => Promise<string>
  /** Ends the shell and everything it started. */
  close: () => Promise<void>
}

/** Settings of the surrounding shell must not answer for the guide. */
const NOT_PASSED =
  /^(DATABASE_URL|MIGRATION_DATABASE_URL|SECRET_KEY|PORT|HOST|NODE_ENV|[A-Z]+_FOLDER|EGRESS_\w+|INIT_CWD|npm_(lifecycle|package)\w*)$/

export const openSession = (cwd: string, env: Record<string, string>): Session => {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_PASSED.test(name)))
  const scripts = mkdtempSync(join(tmpdir(), 'patchbay-guide-'))
  const shell = spawn('bash', ['--noprofile', '--norc', '-e'], { cwd, env: { ...inherited, ...env }, detached: true })
  let output = ''
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined
  const DONE = `done ${crypto.randomUUID()}`
  const receive = (chunk: Buffer): void => {
    output += chunk
    if (output.includes(DONE)) settle?.resolve()
  }
  shell.stdout.on('data', receive)
  shell.stderr.on('data', receive)
  const gone = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
  shell.once('exit', (code) => settle?.reject(new Error(`ended with ${code}:\n${output.slice(-3_000)}`)))
  let count = 0
  return {
    run: async (commands) => {
      const script = join(scripts, `${++count}.sh`)
      writeFileSync(script, `${commands}\n`)
      output = ''
      const done = new Promise<void>((resolve, reject) => {
        settle = { resolve, reject }
      })
      // A command that reads stdin must not read the next blocks.
      shell.stdin.write(`source ${script} < /dev/null\nprintf '%s\\n' '${DONE}'\n`)
      await done
      return output.replace(DONE, '').trim()
    },
    close: async () => {
      if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGTERM')
      await gone
      rmSync(scripts, { recursive: true, force: true })
    },
  }
}
