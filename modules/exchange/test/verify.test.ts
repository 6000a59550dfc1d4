import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { renderText } from '@patchbay/sdk/verify/report'
import { verifyModule } from '@patchbay/sdk/verify/run'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { PASSWORD, prepare } from './support/exchange.ts'
import { startProcess } from './support/process.ts'
import { register } from './support/register.ts'
import { step, telephone } from './support/sipp.ts'
import { carrierAnswers, telephoneAt } from './support/telephones.ts'

// `patchbay verify telephony`, with a telephone that answers every call and customers who hang up soon.

const CALLS = 1_000
/** More than the calls that are made: none is refused because its extension is in a call. */
const EXTENSIONS = Array.from({ length: 60 }, (_, index) => String(101 + index))

const MODULE = join(import.meta.dirname, '..')

/** One of the checks opens the page of the softphone. */
beforeAll(() => {
  if (!existsSync(join(MODULE, 'softphone/dist/index.html')))
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: MODULE, stdio: 'inherit' })
})

it('passes the conformance test', { timeout: 600_000 }, async () => {
  const limits = { CALLS_AT_ONCE: '100', CALLS_PER_HOUR: '10000', RING_SECONDS: '60' }
  const prepared = await prepare({ environment: limits, extensions: EXTENSIONS })
  const first = await startProcess(prepared)
  // The telephone stays registered while the module restarts.
  const manager = await telephoneAt(prepared, '101', [...telephone.answers, ...telephone.isHungUp], CALLS)
  for (const code of EXTENSIONS.slice(1))
    expect(await register(prepared.sipPort, { code, password: PASSWORD, port: manager.port })).toBe(200)
  await first.stop()
  // The mock system of the test does not know the extensions yet: they are registered again.
  const db = new pg.Client({ connectionString: prepared.databaseUrl })
  await db.connect()
  await db.query('delete from exchange.setup_done')
  await db.end()
  const customer = await carrierAnswers(prepared, [...telephone.answers, step.pause(100), ...telephone.hangsUp], CALLS)
  try {
    const setup = join(prepared.folder, 'setup.json')
    const own = { ...prepared.env, SETUP_FILE: setup, DATA_FOLDER: prepared.folder }
    const variables = Object.entries(own).map(([name, value]) => `${name}='${value}'`)
    const main = join(MODULE, 'src/main.ts')
    const report = await verifyModule({
      kind: 'telephony',
      url: prepared.url,
      run: `ulimit -c 0; exec env ${variables.join(' ')} "${process.execPath}" "${main}"`,
      hooks: { extensions: EXTENSIONS },
      // A slow machine is no failure.
      timeoutMs: 60_000,
      waitMs: 60_000,
      registrationMs: 120_000,
      onReady: ({ users }) => EXTENSIONS.forEach((_, index) => void users.add(index + 1)),
    })
    expect(
      report.outcomes.filter(({ result }) => result !== 'passed').map(({ name, result }) => `${result}: ${name}`),
      renderText(report),
    ).toEqual(['skipped: uploads transcripts of its own calls, with times in seconds'])
  } finally {
    manager.kill()
    customer.kill()
    // The module is asked to stop, and not waited for: it is over when nothing answers at the SIP port.
    const login = { code: '101', password: PASSWORD, port: manager.port, attempts: 1 }
    await expect.poll(() => register(prepared.sipPort, login), { timeout: 60_000 }).toBe(408)
    await prepared.remove()
  }
})
