// F2: workers are killed during their work. Every job and lane is finished by another worker, within 30 seconds of the
// kill.
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { type Child, startInstallation } from '@patchbay/testkit/installation'
import { startMailServer } from '@patchbay/testkit/mail-server'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import type { Scenario } from './scenario.ts'

const [KILLS, WORKERS, JOBS, LANES] = [20, 3, 60, 60]
const TAKEN_OVER_MS = 30_000

type Attempt = { from: number; closed: number | undefined; answered: boolean }

/** The longest time between the end of a killed attempt and the start of the next. */
const slowestTakeover = (attempts: readonly Attempt[]): number =>
  Math.max(0, ...attempts.slice(1).map((next, n) => next.from - (attempts[n]?.closed ?? next.from)))

export const workerKill: Scenario = async (seed) => {
  // The first attempt of everything hangs until its worker is killed; later ones succeed.
  const mailServer = await startMailServer((_to, earlier) => earlier === 0)
  const calls = new Map<string, Attempt[]>()
  const module = await startReceiver(({ form }, response) => {
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
  const installation = await startInstallation({ MAIL_URL: mailServer.url })
  try {
    const server = await installation.startServer()
    const tenant = await installation.createTenant('One', 'one.test', server)
    const admin = await tenant.admin(server)
    const workers: Child[] = []
    for (let n = 0; n < WORKERS; n++) workers.push(await installation.startWorker())
    const send = async () => {
      for (let n = 0; n < Math.max(JOBS, LANES); n++) {
        const code = `m-${n}`
        await tenant.api(server).post(`/api/v5/integration-modules/${code}/edit`, {
          integrationModule: { code, clientId: code, baseUrl: module.url, actions: { activity: '/activity' } },
        })
        if (n < LANES) await admin.postJson(`/workspace/modules/${code}/activity`, { active: false })
        if (n < JOBS)
          await admin.postJson('/workspace/users/invite', {
            email: `p${n}@one.test`,
            firstName: 'P',
            lastName: '',
            role: 'manager',
          })
        await sleep(900)
      }
    }
    const sending = send()
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(3_000)
      await workers[kill % WORKERS]?.kill('SIGKILL')
      workers[kill % WORKERS] = await installation.startWorker()
      process.stdout.write('.')
    }
    await sending
    // Kill the last workers too, so that new ones finish what hangs.
    for (const [n, worker] of workers.entries()) {
      await worker.kill('SIGKILL')
      workers[n] = await installation.startWorker()
    }
    const mailsAccepted = () => new Set(mailServer.mails.filter(({ accepted }) => accepted).map(({ to }) => to)).size
    const lanesAnswered = () =>
      [...calls.values()].filter((attempts) => attempts.some(({ answered }) => answered)).length
    await waitUntil('everything is done', () => mailsAccepted() === JOBS && lanesAnswered() === LANES, 90_000).catch(
      () => undefined,
    )
    const mails = [...Map.groupBy(mailServer.mails, ({ to }) => to).values()].map((mails) =>
      mails.map(({ from, closed, accepted }) => ({ from, closed, answered: accepted })),
    )
    const [jobTakeovers, laneTakeovers] = [mails, [...calls.values()]].map((all) =>
      all.map(slowestTakeover).sort((a, b) => a - b),
    )
    const takeovers = [...(jobTakeovers ?? []), ...(laneTakeovers ?? [])]
    return {
      ...NO_ERRORS,
      lost: JOBS - mailsAccepted() + (LANES - lanesAnswered()),
      stuck: takeovers.filter((ms) => ms > TAKEN_OVER_MS).length,
      trials: KILLS,
      seed,
      jobs: JOBS,
      lanes: LANES,
      killed_in_the_middle: [...mails, ...calls.values()].filter((attempts) => attempts.length > 1).length,
      job_takeover_p50_ms: jobTakeovers?.[JOBS / 2] ?? 0,
      job_takeover_max_ms: jobTakeovers?.at(-1) ?? 0,
      lane_takeover_p50_ms: laneTakeovers?.[LANES / 2] ?? 0,
      lane_takeover_max_ms: laneTakeovers?.at(-1) ?? 0,
    }
  } finally {
    await installation.close()
    mailServer.close()
    await module.close()
  }
}
