// `npm run guides [-- <name>]`: runs the commands of the operator guides as they stand, each guide in an empty folder with a
// PostgreSQL and a Redis of its own, and prints each block with its seconds, or why it is not run.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { freePort, startPostgres, startRedis } from '@patchbay/testkit/services'
import { type Block, readBlocks } from './guide-blocks.ts'
import { makeFirstCall } from './guide-first-call.ts'
import { openSession, type Session } from './guide-session.ts'
import { writeArchive } from './release-archive.ts'

const ROOT = process.cwd()

type Place = { folder: string; port: number; phonesPort: number; session: Session; outputs: string[] }

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

const firstCall = ({ outputs, port, phonesPort }: Place): Promise<string[]> =>
  makeFirstCall({
    origin: `http://localhost:${port}`,
    link: /http\S+#[\w-]+/.exec(outputs.join('\n'))?.[0] ?? '',
    email: 'you@example.com',
    phonesUrl: `http://127.0.0.1:${phonesPort}`,
  })

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

const runGuide = async ({ file, prepare, byHand = {} }: Guide): Promise<void> => {
  const started = Date.now()
  console.log(`\n${file}`)
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-guide-'))
  const env = { ADMIN_DATABASE_URL: postgres.adminUrl, REDIS_URL: redis.url }
  const session = openSession(folder, env)
  const place: Place = { folder, port: await freePort(), phonesPort: await freePort(), session, outputs: [] }
  const blocks = readBlocks(readFileSync(file, 'utf8'))
  try {
    await prepare(place)
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
