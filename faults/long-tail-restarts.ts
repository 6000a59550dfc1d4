// F10: servers and workers are stopped with SIGTERM and started again in turn, behind HAProxy with the configuration that
// `patchbay cell haproxy` prints. No request fails.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import { freePort, waitUntil } from '@patchbay/testkit/services'
import { startLoad } from './registration-load.ts'
import type { ScenarioPart } from './scenario.ts'

const ROUNDS = 20
const WRITERS = 8
/** Longer than HAProxy takes to notice, also on a busy machine. */
const DRAIN_MS = '5000'

const startHaproxy = async ({ operator }: Installation, ports: readonly number[], host: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-haproxy-'))
  const at = (name: string) => join(folder, name)
  const port = await freePort()
  const cells = { one: { databaseUrl: '', servers: ports.map((one) => `127.0.0.1:${one}`) } }
  await writeFile(at('cells.json'), JSON.stringify(cells))
  await writeFile(at('map'), `${host} one\n`)
  const files = ['--cells', at('cells.json'), '--map', at('map'), '--socket', at('socket')]
  await writeFile(at('cfg'), `${await operator('cell', 'haproxy', ...files, '--listen', `127.0.0.1:${port}`)}\n`)
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', at('cfg')], { stdio: 'ignore' })
  const countUp = async (): Promise<number> => {
    const answer = await text(
      connect(at('socket'))
        .on('error', () => undefined)
        .end('show stat\n'),
    ).catch(() => '')
    return answer.split('\n').filter((line) => /^cell-one,one-\d/.test(line) && line.includes(',UP,')).length
  }
  return {
    port,
    countUp,
    close: async () => {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const rollingRestart: ScenarioPart = async (seed, scale) => {
  const installation = await startInstallation({ LOG_LEVEL: 'error', DRAIN_MS })
  const rounds = Math.max(2, Math.round(ROUNDS * scale))
  try {
    const servers = [await installation.startServer(), await installation.startServer()]
    const [first] = servers
    if (!first) throw new Error('no server')
    const tenant = await installation.createTenant('One', 'one.test', first)
    let worker = await installation.startWorker()
    const haproxy = await startHaproxy(
      installation,
      servers.map(({ port }) => port),
      tenant.host,
    )
    const allUp = () => waitUntil('HAProxy finds both servers', async () => (await haproxy.countUp()) === 2, 300_000)
    await allUp()
    const router = { ...first, port: haproxy.port, origin: `http://127.0.0.1:${haproxy.port}` }
    const load = startLoad([tenant], [router], WRITERS)
    for (let round = 0; round < rounds; round++) {
      for (const [place, server] of servers.entries()) {
        await server.kill('SIGTERM')
        servers[place] = await installation.startServer({ PORT: String(server.port) })
        await allUp()
      }
      await worker.kill('SIGTERM')
      worker = await installation.startWorker()
    }
    await load.stop()
    const found = await load.audit(router)
    await haproxy.close()
    const refused = [...load.answers].filter(([status]) => status !== 201)
    return {
      ...NO_ERRORS,
      ...found,
      stuck: refused.reduce((sum, [, count]) => sum + count, 0),
      trials: rounds * 3,
      seed,
      unit: 'restarts of a process',
      acknowledged: load.acknowledged(),
      not_acknowledged: refused.map(([status, count]) => `${count} × ${status}`).join(', ') || '0',
    }
  } finally {
    await installation.close()
  }
}
