// Background work: jobs and lanes.

import { sql } from 'kysely'
import Type from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { JOBS } from '../../src/background/job-list.ts'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { defineJob, handleJob, migrateJobs, whyHalfWired } from '../../src/lib/queue/jobs.ts'
import { type Claim, type LaneResult, type LaneWorker, serveLanes } from '../../src/lib/queue/lane-worker.ts'
import { SEND_LINK } from '../../src/platform/sessions/service.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const fern = () => system.fern.accountId

it('starts a job only after the commit, and none that was rolled back', async () => {
  const { deps } = system
  const { ada, bruno, chiara } = system.fern.userIds
  const started: number[] = []
  await deps.jobs.work(JOBS, [
    handleJob(SEND_LINK, async ({ userId }) => void started.push(userId)),
    ...JOBS.filter(({ name }) => name !== SEND_LINK.name).map((job) => handleJob(job, async () => undefined)),
  ])
  const send = (trx: Db, userId: number) =>
    deps.jobs.send(trx, SEND_LINK, { accountId: fern(), userId, reason: 'reset' as const })
  /** A later job that has started: the workers have polled since. */
  const later = async (userId: number) => {
    await inAccount(deps.db, fern(), (trx) => send(trx, userId))
    await expect.poll(() => started.at(-1)).toBe(userId)
  }
  await inAccount(deps.db, fern(), async (trx) => {
    await send(trx, ada)
    await later(bruno)
    expect(started).toEqual([bruno])
  })
  await expect.poll(() => started).toEqual([bruno, ada])
  await inAccount(deps.db, fern(), async (trx) => {
    await send(trx, ada)
    throw new Error('rolled back')
  }).catch(() => undefined)
  await later(chiara)
  expect(started).toEqual([bruno, ada, chiara])
})

it('rejects a job without a handler, with two handlers, and a handler of an unknown job', () => {
  const [one, two] = ['one', 'two'].map((name) => defineJob({ name, payload: Type.Object({}) }))
  if (!one || !two) throw new Error('two jobs')
  const handled = (job: typeof one) => handleJob(job, async () => undefined)
  expect(whyHalfWired([one, two], [handled(one)])).toBe('job two has no handler')
  expect(whyHalfWired([one], [handled(one), handled(one)])).toBe('job one has two handlers')
  expect(whyHalfWired([one], [handled(one), handled(two)])).toBe('job two is not in the list of jobs')
  expect(whyHalfWired([one, two], [handled(one), handled(two)])).toBeUndefined()
})

it('rejects a payload that does not match its schema', async () => {
  const strict = handleJob(
    defineJob({ name: 'strict', payload: Type.Object({ id: Type.Integer() }) }),
    async () => undefined,
  )
  await expect(strict.handle({ id: 'seventeen' })).rejects.toThrow('does not fit')
  await expect(strict.handle({ id: 17 })).resolves.toBeUndefined()
})

it('a job that always fails is kept in the queue dead-letters after its last try, while other jobs run', async () => {
  const { deps } = system
  const payload = Type.Object({ accountId: Type.Integer(), turn: Type.Integer() })
  const failing = defineJob({ name: 'always-fails', payload, retries: 2 })
  const other = defineJob({ name: 'never-fails', payload })
  await migrateJobs(system.adminUrl, [failing, other])
  let tries = 0
  const done: number[] = []
  const fails = handleJob(failing, async () => {
    tries++
    throw new Error('as always')
  })
  await deps.jobs.work([failing, other], [fails, handleJob(other, async ({ turn }) => void done.push(turn))])
  const send = (job: typeof failing, turn: number) =>
    inAccount(deps.db, fern(), (trx) => deps.jobs.send(trx, job, { accountId: fern(), turn }))
  const before = await deps.jobs.countDeadLetters()
  await send(failing, 17)
  for (const turn of [1, 2, 3]) {
    await expect.poll(() => tries).toBeGreaterThanOrEqual(turn)
    await send(other, turn)
    await expect.poll(() => done).toContain(turn)
  }
  await expect.poll(() => deps.jobs.countDeadLetters()).toBe(before + 1)
  const rows = async (queue: string) =>
    (
      await sql<{ state: string; data: object }>`select state, data from pgboss.job where name = ${queue}`.execute(
        deps.db,
      )
    ).rows
  const data = { accountId: fern(), turn: 17 }
  expect(await rows('dead-letters')).toEqual([{ state: 'created', data }])
  expect(await rows('always-fails')).toEqual([{ state: 'failed', data }])
  expect([tries, done]).toEqual([3, [1, 2, 3]])
})

// Each test has its own kind of lanes, so that tests do not run lanes of others.
let kind = ''
let workers: LaneWorker[] = []
beforeEach(({ task }) => {
  kind = task.id
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
})

const wake = async (key: string, endpoint = 'e') => {
  await inAccount(system.deps.db, fern(), (trx) => system.deps.lanes.enqueue(trx, { kind, key, endpoint }))
  await system.deps.lanes.notifyWorkers()
}

const serving = (serve: (claim: Claim) => Promise<LaneResult>, count = 1): void => {
  const { db, pool, redis, log, config } = system.deps
  const context = { db, pool, redis, prefix: config.redisPrefix, log }
  workers = Array.from({ length: count }, () => serveLanes(context, { [kind]: serve }, 20))
}

/** Waits until no lane of this test has work. */
const allServed = () =>
  expect
    .poll(() =>
      inAccount(system.deps.db, fern(), (trx) =>
        trx.selectFrom('lane').select('key').where('kind', '=', kind).where('next_at', 'is not', null).execute(),
      ),
    )
    .toEqual([])

it('runs a lane once when it is enqueued', async () => {
  const served: string[] = []
  serving(async ({ key }) => {
    served.push(key)
    return 'done'
  }, 3)
  const keys = Array.from({ length: 9 }, (_, n) => `quick${n}`)
  for (const key of keys) {
    await wake(key)
    await expect.poll(() => served.includes(key)).toBe(true)
  }
  await allServed()
  expect(served).toEqual(keys)
})

it('never runs one lane twice at a time, and does not lose work that is enqueued while it runs', async () => {
  let open = 0
  let most = 0
  const served: string[] = []
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  serving(async ({ key }) => {
    if (key === 'one') {
      most = Math.max(most, ++open)
      begun.resolve()
      await release.promise
      open--
    }
    served.push(key)
    return 'done'
  }, 4)
  await wake('one')
  await begun.promise
  for (let n = 0; n < 10; n++) {
    await wake('one')
    // Another lane that was enqueued later has run: the workers have polled since.
    await wake(`other${n}`)
    await expect.poll(() => served.includes(`other${n}`)).toBe(true)
  }
  expect(served).not.toContain('one')
  release.resolve()
  await allServed()
  expect(served.filter((key) => key === 'one')).toHaveLength(2)
  expect(most).toBe(1)
})

it('backs off a failing lane without holding up another, and stores since when it fails', async () => {
  const served: string[] = []
  const failing: (Date | undefined)[] = []
  serving(async ({ key, failures, failingSince }) => {
    served.push(`${key}${failures}`)
    if (key !== 'sick') return 'done'
    failing.push(failingSince)
    return failures < 2 ? { retryInSeconds: 0.2 } : 'done'
  })
  await wake('sick')
  await wake('well')
  await expect.poll(() => served.length).toBe(4)
  expect(served.filter((one) => one.startsWith('sick'))).toEqual(['sick0', 'sick1', 'sick2'])
  expect(served.indexOf('well0')).toBeLessThan(2)
  expect(failing[0]).toBeUndefined()
  expect(failing[2]?.getTime()).toBe(failing[1]?.getTime())
})

it('claims the lane of a dead worker again when the lease expires', async () => {
  const { db } = system.deps
  await wake('orphan')
  // A worker that is killed never finishes: what it leaves behind is a claim.
  const { rows } = await sql<{
    key: string
  }>`select key from claim_lanes(array[${kind}], 10, 4, '{}', '1 hour'::interval)`.execute(db)
  expect(rows).toEqual([{ key: 'orphan' }])
  const served: string[] = []
  serving(async ({ key }) => {
    served.push(key)
    return 'done'
  })
  // Another lane that was enqueued later has run: the worker has looked since.
  await wake('later')
  await expect.poll(() => served).toEqual(['later'])
  // The hour passes.
  const now = sql<Date>`now()`
  await inAccount(db, fern(), (trx) =>
    trx.updateTable('lane').set({ next_at: now, held_until: now }).where('key', '=', 'orphan').execute(),
  )
  await expect.poll(() => served).toEqual(['later', 'orphan'])
})

it('limits the lanes of one endpoint, so that a hundred ready ones do not hold up others', async () => {
  let hanging = 0
  let most = 0
  const served: string[] = []
  for (let n = 0; n < 100; n++) await wake(`hang-${n}`, 'sick')
  for (let n = 0; n < 10; n++) await wake(`well-${n}`, `well-${n}`)
  const release = Promise.withResolvers<void>()
  serving(async ({ key }) => {
    if (!key.startsWith('hang')) {
      served.push(key)
      return 'done'
    }
    most = Math.max(most, ++hanging)
    await release.promise
    hanging--
    return 'done'
  })
  await expect.poll(() => served.length).toBe(10)
  expect(most).toBe(4)
  release.resolve()
})

it('[D-158] gives one account half of its lanes at most, so that one with very many endpoints does not hold up others', async () => {
  const release = Promise.withResolvers<void>()
  const served: string[] = []
  let [hanging, most] = [0, 0]
  for (let n = 0; n < 60; n++) await wake(`hang-${n}`, `sick-${n}`)
  serving(async ({ key, accountId }) => {
    if (accountId !== fern()) {
      served.push(key)
      return 'done'
    }
    most = Math.max(most, ++hanging)
    await release.promise
    return 'done'
  })
  await expect.poll(() => hanging).toBe(10)
  const { deps, kettle } = system
  for (let n = 0; n < 10; n++) {
    const lane = { kind, key: `other-${n}`, endpoint: 'e' }
    await inAccount(deps.db, kettle.accountId, (trx) => deps.lanes.enqueue(trx, lane))
    await deps.lanes.notifyWorkers()
    // Each of them is claimed in a round that would have claimed more of the first account, too.
    await expect.poll(() => served.includes(`other-${n}`)).toBe(true)
  }
  expect(most).toBe(10)
  release.resolve()
  await expect.poll(() => hanging).toBe(60)
})

it('[D-158] serves another account while the lanes of one are many and short', async () => {
  const COUNT = 200
  const turns: (() => void)[] = []
  let [isOtherServed, areHeld, served] = [false, true, 0]
  for (let n = 0; n < COUNT; n++) await wake(`short-${n}`, `many-${n}`)
  serving(async ({ accountId }) => {
    if (accountId !== fern()) isOtherServed = true
    else if (areHeld) await new Promise<void>((resolve) => turns.push(resolve))
    served++
    return 'done'
  })
  await expect.poll(() => turns.length).toBe(10)
  const { deps, kettle } = system
  // Workers are not notified of it.
  const lane = { kind, key: 'behind-them', endpoint: 'e' }
  await inAccount(deps.db, kettle.accountId, (trx) => deps.lanes.enqueue(trx, lane))
  let ended = 0
  for (; !isOtherServed && ended < COUNT / 2; ended++) {
    turns.shift()?.()
    await expect.poll(() => turns.length, { interval: 5 }).toBe(10)
  }
  areHeld = false
  for (const end of turns) end()
  expect(ended).toBeLessThan(COUNT / 2)
  await expect.poll(() => served).toBe(COUNT + 1)
})

it('retries a failing lane at once on request', async () => {
  const served: number[] = []
  const others: string[] = []
  serving(async ({ key, failures }) => {
    if (key !== 'stuck') {
      others.push(key)
      return 'done'
    }
    served.push(failures)
    return failures === 0 ? { retryInSeconds: 3_600 } : 'done'
  })
  await wake('stuck')
  await expect.poll(() => served).toEqual([0])
  await wake('stuck')
  await wake('later')
  await expect.poll(() => others).toEqual(['later'])
  expect(served).toEqual([0])
  await inAccount(system.deps.db, fern(), (trx) =>
    system.deps.lanes.enqueue(trx, { kind, key: 'stuck', endpoint: 'e' }, 'at once'),
  )
  await expect.poll(() => served).toEqual([0, 1])
})

it('[D-146] deletes lanes that are done; one that is created again has a higher fencing token', async () => {
  const { deps } = system
  const lane = { kind: 'forgotten', key: 'one', endpoint: 'e' }
  const fence = async (): Promise<number | undefined> => {
    const row = await inAccount(deps.db, fern(), (trx) =>
      trx.selectFrom('lane').select('fence').where('kind', '=', lane.kind).executeTakeFirst(),
    )
    return row?.fence
  }
  const change = (values: { next_at?: null; error_code?: string | null; fence?: ReturnType<typeof sql<number>> }) =>
    inAccount(deps.db, fern(), (trx) => trx.updateTable('lane').set(values).where('kind', '=', lane.kind).execute())
  const purge = () => inAccount(deps.db, fern(), (trx) => deps.lanes.deleteDone(trx, 1_000))
  await inAccount(deps.db, fern(), (trx) => deps.lanes.enqueue(trx, lane))
  await purge()
  const first = await fence()
  expect(first).toBeGreaterThan(0)
  await change({ next_at: null, error_code: 'x' })
  await purge()
  expect(await fence()).toBe(first)
  // Claimed a thousand times in its life.
  await change({ error_code: null, fence: sql<number>`fence + 1000` })
  await purge()
  expect(await fence()).toBeUndefined()
  await inAccount(deps.db, fern(), (trx) => deps.lanes.enqueue(trx, lane))
  expect(await fence()).toBeGreaterThan((first ?? 0) + 1_000)
})
