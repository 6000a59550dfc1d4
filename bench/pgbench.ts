// pgbench of the installed PostgreSQL, as the role of the app.
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const BINARY = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().at(-1) ?? 'pgbench'
/** Two a core keep it busy; more only wait. */
const CLIENTS = 4
/** As the app's own connections have them. */
const OPTIONS = '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1 -c jit=off'

export type Pgbench = { run: (seconds: number) => Promise<{ transactions: number; tps: number }>; close: () => void }

/** Each transaction is one of the scripts, at random. */
export const createPgbench = (databaseUrl: string, scripts: readonly string[]): Pgbench => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-pgbench-'))
  const files = scripts.flatMap((script, place) => {
    const path = join(folder, `${place}.sql`)
    writeFileSync(path, script)
    return ['-f', path]
  })
  const env = { ...process.env, PGOPTIONS: OPTIONS }
  return {
    run: async (seconds) => {
      const args = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-T', String(seconds), ...files, databaseUrl]
      const { stdout } = await run(BINARY, args, { env })
      const transactions = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1])
      const tps = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1])
      if (!(transactions > 0 && tps > 0) || !stdout.includes('failed transactions: 0 ')) throw new Error(stdout)
      return { transactions, tps }
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}
