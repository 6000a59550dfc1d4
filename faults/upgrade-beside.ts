// The release before under the load of all areas, while this one migrates its database (killed on the way), runs beside it and
// takes its place, process by process. No request is answered wrongly, and nothing is lost.
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import type { Audit } from '@patchbay/testkit/audit'
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import { sleep } from '@patchbay/testkit/services'
import { doctorErrors } from './doctor.ts'
import { checkOut, isInHistory, lastRelease } from './release-checkout.ts'
import type { Place } from './storm-chaos.ts'
import { STORM_ENV, type StormRig, startStormRig } from './storm-rig.ts'

const [SERVERS, WORKERS, WRITES, READS, INVOICES] = [2, 1, 60, 60, 400]
const KILLS = 3
/** Of each phase: before, with both releases, and after. */
const PHASE_MS = 20_000

type Outcome = 'migrated' | 'killed' | 'failed'
type Migration = { outcome: Outcome; said: string }

/** Starts `patchbay migrate`; with `killAfterMs` it is killed then, unless it has ended by itself. */
const migrate = async ({ env, adminUrl }: Installation, killAfterMs?: number): Promise<Migration> => {
  const owner = adminUrl.replace('postgres@', 'patchbay_owner@')
  const child = spawn('node', ['apps/server/src/bin/patchbay.ts', 'migrate'], {
    env: { ...process.env, ...env, MIGRATION_DATABASE_URL: owner },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said += text
  })
  const gone = new Promise<Migration>((resolve) =>
    child.once('close', (code, signal) =>
      resolve({ outcome: code === 0 ? 'migrated' : signal === 'SIGKILL' ? 'killed' : 'failed', said }),
    ),
  )
  if (killAfterMs === undefined) return gone
  await Promise.race([gone, sleep(killAfterMs)])
  if (child.exitCode === null) child.kill('SIGKILL')
  return gone
}

const restart = async (place: Place, start: () => Promise<Place['child']>): Promise<void> => {
  await place.child.kill('SIGTERM')
  place.child = await start()
}

/** Answers that a client would have to report as a fault of ours, so far. */
const wrongAnswers = ({ load }: StormRig): number =>
  [...load.answers].reduce((sum, [key, count]) => sum + (/ 5(?!03)\d\d$/.test(key) ? count : 0), 0)

const upgradeUnderLoad = async (
  before: Installation,
  now: Installation,
  { seed, scale, random }: { seed: number; scale: number; random: () => number },
) => {
  const phase = PHASE_MS * Math.max(0.25, scale)
  const sizes = { servers: SERVERS, workers: WORKERS, invoices: Math.ceil(INVOICES * Math.max(0.25, scale)) }
  const rates = { writesPerSecond: WRITES, readsPerSecond: READS }
  const rig = await startStormRig(before, { seed, ...sizes, ...rates, isCalm: true })
  await sleep(phase)
  const tries: Migration[] = []
  for (let n = 0; n < KILLS; n++) tries.push(await migrate(now, 500 + random() * 2_500))
  tries.push(await migrate(now))
  for (const { outcome, said } of tries) if (outcome === 'failed') console.log(`a migration under load failed: ${said}`)
  if (tries.at(-1)?.outcome !== 'migrated') throw new Error('without its tables this release cannot start')
  const count = (wanted: Outcome): number => tries.filter(({ outcome }) => outcome === wanted).length
  const duringMigration = wrongAnswers(rig)
  await sleep(phase)
  for (const place of rig.servers) {
    const PORT = new URL((place.child as { origin?: string }).origin ?? '').port
    await restart(place, () => now.startServer({ PORT }))
    await sleep(phase)
  }
  for (const place of rig.workers) await restart(place, () => now.startWorker())
  await sleep(phase)
  const crashed = [...rig.servers, ...rig.workers].filter(({ child }) => !child.alive()).length
  const { audit, figures } = await rig.finish()
  await rig.close()
  const doctor = await doctorErrors(now)
  for (const line of doctor) console.log(`  ${line}`)
  return {
    audit: {
      ...audit,
      stuck: audit.stuck + crashed + doctor.length + duringMigration + count('failed'),
    },
    figures: {
      ...figures,
      kills_under_load: count('killed'),
      migrations_that_failed: count('failed'),
      wrong_while_migrating: duringMigration,
    },
  }
}

type Beside = { audit: Audit; figures: Record<string, number | string> }

/** Undefined, with a printed reason, where the repository has no history. */
export const upgradeBeside = async (seed: number, scale: number, random: () => number): Promise<Beside | undefined> => {
  const { version, commit } = lastRelease()
  if (!isInHistory(commit)) {
    console.log(`not run: this checkout has not the commit of release ${version}, so it cannot run beside this one`)
    return undefined
  }
  const root = checkOut(commit)
  const before = await startInstallation(STORM_ENV, { root })
  const now: Installation = await startInstallation(before.env, {
    running: { ...before.postgres, remove: () => Promise.resolve(), isMigrated: true },
  })
  try {
    const { audit, figures } = await upgradeUnderLoad(before, now, { seed, scale, random })
    return { audit, figures: { beside: version, ...figures } }
  } finally {
    await now.close()
    await before.close()
    await rm(root, { recursive: true, force: true })
  }
}
