// F2: workers are killed during their work. Every job and lane is finished by another worker, and not done again once it is
// recorded as done; how long after the kill is printed.
import { NO_ERRORS } from '@patchbay/testkit/audit'
import {
  type Child,
  type Installation,
  type ServerChild,
  startInstallation,
  type Tenant,
} from '@patchbay/testkit/installation'
import { startMailServer } from '@patchbay/testkit/mail-server'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import type { Scenario } from './scenario.ts'
import { waitForWork } from './work-due.ts'
import { type Attempt, auditAttempts, type Kill, noteRecords, readRecords } from './worker-kill-audit.ts'

const [KILLS, FEWEST_KILLS, WORKERS] = [20, 3, 3]
/** Jobs, and as many lanes, for each kill. */
const WORK_FOR_A_KILL = 3
/** A job that nobody takes over is lost; a busy machine takes its time. */
const FINISHED_MS = 300_000

/** The longest time between the end of a killed attempt and the start of the next. */
const slowestTakeover = (attempts: readonly Attempt[]): number =>
  Math.max(0, ...attempts.slice(1).map((next, n) => next.from - (attempts[n]?.closed ?? next.from)))

type Work = ReadonlyMap<string, readonly Attempt[]>

/** A module that hangs at the first attempt of each client, and what it was asked. */
const startModule = async (): Promise<{ url: string; calls: Work; close: () => Promise<void> }> => {
  const calls = new Map<string, Attempt[]>()
  const receiver = await startReceiver(({ form }, response) => {
    const key = form.get('clientId') ?? ''
    const attempt: Attempt = { from: Date.now(), closed: undefined, answered: false }
    const attempts = [...(calls.get(key) ?? []), attempt]
    calls.set(key, attempts)
    response.on('close', () => {
      attempt.closed = Date.now()
    })
    if (attempts.length < 2) return
    attempt.answered = true
    json(response, 200, { success: true })
  })
  return { url: receiver.url, calls, close: receiver.close }
}

/** Workers, and the time of each kill. */
const startWorkers = async (installation: Installation) => {
  const workers: Child[] = []
  for (let n = 0; n < WORKERS; n++) workers.push(await installation.startWorker())
  const kills: Kill[] = []
  const kill = async (n: number): Promise<void> => {
    const from = Date.now()
    await workers[n]?.kill('SIGKILL')
    // Its connections ended with it; this process reads that in its next turns.
    await sleep(100)
    kills.push({ from, to: Date.now() })
    workers[n] = await installation.startWorker()
  }
  return { kill, kills }
}

/** Enqueues a job and a lane, `count` times. */
const enqueue = async (tenant: Tenant, server: ServerChild, moduleUrl: string, count: number): Promise<void> => {
  const admin = await tenant.admin(server)
  for (let n = 0; n < count; n++) {
    const code = `m-${n}`
    await tenant.api(server).post(`/api/v5/integration-modules/${code}/edit`, {
      integrationModule: { code, clientId: code, baseUrl: moduleUrl, actions: { activity: '/activity' } },
    })
    await admin.postJson(`/workspace/modules/${code}/activity`, { active: false })
    const person = { email: `p${n}@one.test`, firstName: 'P', lastName: '', role: 'manager' }
    await admin.postJson('/workspace/users/invite', person)
    await sleep(900)
  }
}

const countAnswered = (work: Work): number =>
  [...work.values()].filter((attempts) => attempts.some(({ answered }) => answered)).length

const auditWork = (work: Work, records: ReadonlyMap<string, readonly number[]>, kills: readonly Kill[]) => {
  const found = [...work].map(([name, attempts]) => auditAttempts(attempts, records.get(name) ?? [], kills))
  const sum = (one: 'doubled' | 'repeated' | 'killed'): number => found.reduce((all, counts) => all + counts[one], 0)
  const takeovers = [...work.values()].map(slowestTakeover).sort((a, b) => a - b)
  return {
    doubled: sum('doubled'),
    repeated: sum('repeated'),
    killed: sum('killed'),
    unrecorded: [...work.keys()].filter((name) => !records.has(name)).length,
    p50: takeovers[Math.floor(takeovers.length / 2)] ?? 0,
    max: takeovers.at(-1) ?? 0,
  }
}

export const workerKill: Scenario = async (seed, scale = 1) => {
  const kills = Math.max(FEWEST_KILLS, Math.round(KILLS * scale))
  const count = kills * WORK_FOR_A_KILL
  // The first attempt of everything hangs until its worker is killed; later ones succeed.
  const mailServer = await startMailServer((_to, earlier) => earlier === 0)
  const jobs = (): Work => {
    const attempts = mailServer.mails.map(({ to, from, closed, accepted }) => ({
      to,
      from,
      closed,
      answered: accepted,
    }))
    return Map.groupBy(attempts, ({ to }) => to)
  }
  const module = await startModule()
  const installation = await startInstallation({ MAIL_URL: mailServer.url, WORKER_NICE: '0' })
  try {
    await noteRecords(installation.adminUrl)
    const server = await installation.startServer()
    const tenant = await installation.createTenant('One', 'one.test', server)
    const workers = await startWorkers(installation)
    const sending = enqueue(tenant, server, module.url, count)
    for (let turn = 0; turn < kills; turn++) {
      await sleep(3_000)
      await workers.kill(turn % WORKERS)
      process.stdout.write('.')
    }
    await sending
    // Kill the last workers too, so that new ones finish what hangs.
    for (let n = 0; n < WORKERS; n++) await workers.kill(n)
    const isDone = () => countAnswered(jobs()) === count && countAnswered(module.calls) === count
    await waitUntil('everything is done', isDone, FINISHED_MS).catch(() => undefined)
    const due = await waitForWork(installation.adminUrl, FINISHED_MS)
    if (due.length > 0) console.log(`\nnot done: ${due.join(', ')}`)
    const records = await readRecords(installation.adminUrl)
    const [job, lane] = [auditWork(jobs(), records, workers.kills), auditWork(module.calls, records, workers.kills)]
    if (job.killed + lane.killed === 0) throw new Error('no worker was killed during its work')
    return {
      ...NO_ERRORS,
      lost: count - countAnswered(jobs()) + (count - countAnswered(module.calls)),
      doubled: job.doubled + lane.doubled,
      stuck: due.length + job.unrecorded + lane.unrecorded,
      trials: kills,
      seed,
      jobs: count,
      lanes: count,
      attempts_killed: job.killed + lane.killed,
      repeated_after_an_answer: job.repeated + lane.repeated,
      job_takeover_p50_ms: job.p50,
      job_takeover_max_ms: job.max,
      lane_takeover_p50_ms: lane.p50,
      lane_takeover_max_ms: lane.max,
    }
  } finally {
    await installation.close()
    mailServer.close()
    await module.close()
  }
}
