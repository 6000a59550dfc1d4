// F7: the disk of PostgreSQL, a small tmpfs, is full under load. Writes are answered 503, nothing acknowledged is lost, and
// after space was made everything works again. Needs root, to mount it.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { startInstallation } from '@patchbay/testkit/installation'
import { waitUntil } from '@patchbay/testkit/services'
import { startLoad } from './registration-load.ts'
import type { ScenarioPart } from './scenario.ts'

const run = promisify(execFile)
const [ROUNDS, SIZE] = [3, '700m']
const BACK_MS = 600_000
/** WAL is not recycled, so that the disk fills with it as well. */
const SETTINGS = `
max_wal_size = 48MB
min_wal_size = 32MB
wal_recycle = off
`

export const diskFull: ScenarioPart = async (seed, scale) => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder])
  } catch {
    await rm(folder, { recursive: true, force: true })
    return { skipped: 'a tmpfs cannot be mounted here; it needs root' }
  }
  const filler = join(folder, 'filler')
  try {
    const options = { folder: join(folder, 'postgres'), settings: SETTINGS }
    const installation = await startInstallation({ LOG_LEVEL: 'fatal' }, options)
    try {
      const servers = [await installation.startServer(), await installation.startServer()]
      const [server] = servers
      if (!server) throw new Error('no server')
      const tenant = await installation.createTenant('One', 'one.test', server)
      const load = startLoad([tenant], servers, 16)
      const refused = () => load.answers.get(503) ?? 0
      const rounds = scale < 1 ? 1 : ROUNDS
      let stops = 0
      for (let round = 0; round < rounds; round++) {
        // It ends when nothing is left, with an error.
        await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']).catch(() => undefined)
        const before = refused()
        await waitUntil('writes are refused', () => refused() > before + 50, BACK_MS)
        await rm(filler)
        // Without space for its log PostgreSQL stops; its supervisor starts it again.
        const isUp = async () => (await fetch(`${server.origin}/readyz`).catch(() => undefined))?.status === 200
        const restart = async () => {
          if (await isUp()) return true
          await installation.postgres.start().then(
            () => stops++,
            () => undefined,
          )
          return isUp()
        }
        await waitUntil('PostgreSQL is back', restart, BACK_MS)
        const acknowledged = load.acknowledged()
        await waitUntil('writes are taken again', () => load.acknowledged() > acknowledged + 16, BACK_MS)
      }
      await load.stop()
      const found = await load.audit(server)
      const wrong = [...load.answers].filter(([status]) => status !== 201 && status !== 503)
      return {
        ...NO_ERRORS,
        ...found,
        stuck: wrong.reduce((sum, [, n]) => sum + n, 0) + servers.filter((one) => !one.alive()).length,
        trials: rounds,
        seed,
        unit: `times, on ${SIZE} of tmpfs`,
        acknowledged: load.acknowledged(),
        answered_503: refused(),
        postgres_stopped: stops,
        other_answers: wrong.map(([status, n]) => `${status} × ${n}`).join(', '),
      }
    } finally {
      await rm(filler, { force: true })
      await installation.close()
    }
  } finally {
    await run('umount', [folder]).catch(() => run('umount', ['-l', folder]))
    await rm(folder, { recursive: true, force: true })
  }
}
