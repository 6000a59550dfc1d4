// F4: kill a PostgreSQL backend repeatedly under load. After kill -9 of a backend PostgreSQL closes all connections, so
// to the servers each kill is a crash of the whole database.
import { NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import { startInstallation } from '@patchbay/testkit/installation'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { startLoad } from './registration-load.ts'
import type { Scenario } from './scenario.ts'

const [KILLS, FEWEST_KILLS] = [20, 3]
/** A server that does not recover never does; the time it takes depends on the machine and is printed. */
const RECOVERY_MS = 120_000

export const backendKill: Scenario = async (seed, scale = 1) => {
  const random = seededRandom(seed)
  const kills = Math.max(FEWEST_KILLS, Math.round(KILLS * scale))
  const installation = await startInstallation()
  try {
    const servers = [await installation.startServer(), await installation.startServer()]
    const [server] = servers
    if (!server) throw new Error('no server')
    const tenants = [
      await installation.createTenant('One', 'one.test', server),
      await installation.createTenant('Two', 'two.test', server),
    ]
    const load = startLoad(tenants, servers, 16)
    const recoveries: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      await sleep(500 + random() * 500)
      const admin = new pg.Client({ connectionString: installation.adminUrl })
      // PostgreSQL closes this connection too: on a slow machine it notices the kill only after a while.
      const crashed = new Promise((resolve) => admin.once('end', resolve).on('error', resolve))
      await admin.connect()
      const { rows } = await admin.query(
        `select pid from pg_stat_activity where application_name like 'patchbay server%' order by random() limit 1`,
      )
      const killed = performance.now()
      process.kill(Number(rows[0]?.pid), 'SIGKILL')
      await crashed
      const before = load.acknowledged()
      await waitUntil('a write is acknowledged again', () => load.acknowledged() > before + 16, RECOVERY_MS)
      recoveries.push(performance.now() - killed)
      process.stdout.write('.')
    }
    await load.stop()
    const crashes = servers.filter((one) => !one.alive()).length
    const found = await load.audit(server)
    const statuses = Object.fromEntries([...load.answers].map(([status, count]) => [`answers_${status}`, count]))
    const badAnswers = (load.answers.get(500) ?? 0) + (load.answers.get(502) ?? 0)
    recoveries.sort((a, b) => a - b)
    return {
      ...NO_ERRORS,
      ...found,
      stuck: crashes + badAnswers,
      trials: kills,
      seed,
      process_crashes: crashes,
      acknowledged: load.acknowledged(),
      ...statuses,
      recovery_p50_ms: Math.round(recoveries[Math.floor(kills / 2)] ?? 0),
      recovery_max_ms: Math.round(recoveries.at(-1) ?? 0),
    }
  } finally {
    await installation.close()
  }
}
