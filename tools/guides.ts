// `npm run guides [-- <name>]`: runs the commands of the operator guides as they stand, each guide in an empty folder with a
// PostgreSQL and a Redis of its own, and prints each block with its seconds, or why it is not run.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { freePort, startPostgres, startRedis, waitUntil } from '@patchbay/testkit/services'
import { callBetweenBrowsers } from '../e2e/support/first-call.ts'
import { freePorts } from '../modules/exchange/test/support/ports.ts'
import { type Block, readBlocks } from './guide-blocks.ts'
import { makeFirstCall } from './guide-first-call.ts'
import { openSession, type Session } from './guide-session.ts'
import { writeArchive } from './release-archive.ts'

const ROOT = process.cwd()

type Place = {
  folder: string
  port: number
  phonesPort: number
  session: Session
  outputs: string[]
  /** When the first command of the guide began. */
  began: number
}

type Guide = {
  file: string
  /** Before the first block. */
  prepare: (place: Place) => Promise<void>
  /** After the last block with this heading: what the guide asks a person to do. */
  byHand?: Readonly<Record<string, (place: Place) => Promise<string[]>>>
}

/** An installation as the guide for one machine leaves it. */
const startFromInstallation = async ({ session }: Place): Promise<void> => {
  await session.run(`export PATH=${ROOT}/bin:$PATH`)
  await session.run('patchbay init --name "My shop" --address https://crm.example --email you@crm.example')
}

/** The installation runs, in the folder of the program. */
const startFromRunningInstallation = async ({ folder, session, port, phonesPort, outputs }: Place): Promise<void> => {
  if (!existsSync('apps/web/dist/index.html')) execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  for (const name of ['package.json', 'node_modules', 'modules', 'packages', 'apps', 'bin'])
    symlinkSync(join(ROOT, name), join(folder, name))
  await session.run(`export PATH=${ROOT}/bin:$PATH`)
  const init = `patchbay init --name "My shop" --address http://localhost:${port} --email you@example.com`
  outputs.push(await session.run(init))
  await session.run(`printf 'EGRESS_ALLOW=127.0.0.1\\nEGRESS_PORTS=80,443,${phonesPort}\\n' >> .env`)
  await session.run('patchbay server > server.log 2>&1 &\npatchbay worker > worker.log 2>&1 &')
  await session.run(
    `curl --silent --show-error --fail --retry 60 --retry-delay 1 --retry-all-errors http://localhost:${port}/readyz`,
  )
}

/** With which a user chooses a password, in the order in which the users were created. */
const linksIn = (outputs: readonly string[]): string[] => outputs.join('\n').match(/http\S+#[\w-]+/g) ?? []

const firstCall = ({ outputs, port, phonesPort }: Place): Promise<string[]> =>
  makeFirstCall({
    origin: `http://localhost:${port}`,
    link: linksIn(outputs)[0] ?? '',
    email: 'you@example.com',
    phonesUrl: `http://127.0.0.1:${phonesPort}`,
  })

/** A call between colleagues is stored by the exchange; the system has those with customers. */
const firstRealCall = async ({ outputs, port, session, began }: Place): Promise<string[]> => {
  const [link = '', colleaguesLink = ''] = linksIn(outputs)
  const { steps, talkingAt } = await callBetweenBrowsers({
    origin: `http://localhost:${port}`,
    people: [
      { email: 'you@example.com', link },
      { email: 'colleague@example.com', link: colleaguesLink },
    ],
  })
  const stored = `psql "$EXCHANGE_DATABASE_URL" -Atc "select state->>'extension', state->>'phone', state->>'status' from exchange.call"`
  await waitUntil('the exchange has stored the call', async () => (await session.run(stored)) === '101|102|answered')
  const elapsed = ((talkingAt - began) / 1000).toFixed(0)
  return [...steps, `${elapsed} s from the first command of this page until both were talking`]
}

const GUIDES: readonly Guide[] = [
  {
    file: 'docs/guides/install-on-one-machine.md',
    prepare: async ({ folder }) => {
      const archive = writeArchive(mkdtempSync(join(tmpdir(), 'patchbay-archive-')), {
        build: !existsSync('apps/web/dist/index.html'),
      })
      copyFileSync(archive, join(folder, basename(archive)))
      rmSync(join(archive, '..'), { recursive: true })
    },
    byHand: { '6. The first call': firstCall },
  },
  { file: 'docs/guides/self-host.md', prepare: startFromInstallation },
  { file: 'docs/guides/upgrade.md', prepare: startFromInstallation },
  {
    file: 'docs/guides/run-an-exchange.md',
    prepare: startFromRunningInstallation,
    byHand: { '4. The first call': firstRealCall },
  },
]

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`

const runBlock = async (block: Block, place: Place): Promise<void> => {
  const shown = block.commands.replaceAll('\n', '\n    ')
  if (block.skipped !== undefined) return console.log(`  not run (${block.skipped}):\n    ${shown}`)
  const started = Date.now()
  const commands = block.commands.replaceAll('localhost:8080', `localhost:${place.port}`)
  place.outputs.push(await place.session.run(commands.replaceAll('4300', String(place.phonesPort))))
  console.log(`  ${seconds(started).padStart(7)}\n    ${shown}`)
}

/** Instead of its usual ones, which another run on this machine may use. */
const exchangePorts = async (): Promise<Record<string, string>> => {
  const first = await freePorts(60)
  const names = ['SIP_PORT', 'WEBSOCKET_PORT', 'EDGE_PORT', 'NODE_PORT', 'CONTROL_PORT']
  const own = Object.fromEntries(names.map((name, index) => [name, String(first + index)]))
  return { ...own, MEDIA_PORTS: `${first + 20}-${first + 59}` }
}

const runGuide = async ({ file, prepare, byHand = {} }: Guide): Promise<void> => {
  const started = Date.now()
  console.log(`\n${file}`)
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-guide-'))
  const env = { ADMIN_DATABASE_URL: postgres.adminUrl, REDIS_URL: redis.url, ...(await exchangePorts()) }
  const session = openSession(folder, env)
  const place: Place = { folder, port: await freePort(), phonesPort: await freePort(), session, outputs: [], began: 0 }
  const blocks = readBlocks(readFileSync(file, 'utf8'))
  try {
    await prepare(place)
    place.began = Date.now()
    for (const [index, block] of blocks.entries()) {
      await runBlock(block, place).catch((error: Error) => {
        throw new Error(`${file}:${block.line} ${error.message}`)
      })
      if (blocks[index + 1]?.heading === block.heading) continue
      const steps = (await byHand[block.heading]?.(place)) ?? []
      for (const step of steps) console.log(`  by hand  ${step}`)
    }
  } finally {
    await session.close()
    await redis.stop()
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  const skipped = blocks.filter((block) => block.skipped !== undefined).length
  console.log(`  ${blocks.length - skipped} blocks run, ${skipped} not run, ${seconds(started)}`)
}

const only = process.argv[2] ?? ''
let failed = 0
for (const guide of GUIDES.filter(({ file }) => file.includes(only))) {
  try {
    await runGuide(guide)
  } catch (error) {
    failed++
    console.log(`FAILED  ${(error as Error).message}`)
  }
}
console.log(failed === 0 ? 'every command of the guides ran' : `${failed} guides failed`)
process.exitCode = failed === 0 ? 0 : 1
