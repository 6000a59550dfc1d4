import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Answered } from '../../lib/http-in/route.ts'
import type { Account } from '../accounts/store.ts'
import { claimKey, findAnswer, type RequestKey, saveAnswer } from './store.ts'

// D-84: a POST with an Idempotency-Key has its effect once. The answer is stored in the transaction of the change, so a
// repeat finds either both or neither.

type Run = (deps: Deps) => Promise<Answered>

const sealContext = (accountId: number, { caller, key }: RequestKey) =>
  `${accountId}/idempotent_request/${caller}/${key}`

/** The stored answer of an earlier request with this key; fails when that request was another one. */
const findEarlier = async (
  deps: Deps,
  trx: Db,
  accountId: number,
  request: RequestKey,
): Promise<Answered | undefined> => {
  const stored = await findAnswer(trx, request)
  if (!stored) return undefined
  if (!stored.fingerprint.equals(request.fingerprint)) return fail('idempotency_key_reused')
  return { status: stored.status, answer: JSON.parse(deps.sealer.open(sealContext(accountId, request), stored.answer)) }
}

const save = (deps: Deps, trx: Db, accountId: number, request: RequestKey, { status, answer }: Answered) =>
  saveAnswer(trx, request, status, deps.sealer.seal(sealContext(accountId, request), JSON.stringify(answer)))

/** Dependencies whose transactions are all part of `trx`, and whose messages wait until it is committed. */
const joinedTo = (deps: Deps, trx: Db, account: Account) => {
  const waiting: (() => Promise<unknown>)[] = []
  const joined: Deps = {
    ...deps,
    db: trx,
    keys: {
      ...deps.keys,
      forget: (...changed) => void waiting.push(async () => deps.keys.forget(...changed)),
    },
    // The cache would need a second connection while this one is held.
    accounts: { ...deps.accounts, account: async () => account },
    live: {
      ...deps.live,
      publish: async (...event) => void waiting.push(() => deps.live.publish(...event)),
    },
    lanes: {
      ...deps.lanes,
      notifyWorkers: async () => void waiting.push(() => deps.lanes.notifyWorkers()),
    },
  }
  return { joined, waiting }
}

export type OnceResult = Answered & { replayed: boolean }

/** Runs the action and stores its answer in one transaction. */
export const runOnce = async (deps: Deps, accountId: number, request: RequestKey, run: Run): Promise<OnceResult> => {
  const account = await deps.accounts.account(accountId)
  const { result, waiting } = await inAccount(deps.db, accountId, async (trx) => {
    if (!(await claimKey(trx, request))) {
      const earlier = await findEarlier(deps, trx, accountId, request)
      if (earlier) return { result: { ...earlier, replayed: true }, waiting: [] }
    }
    const { joined, waiting } = joinedTo(deps, trx, account)
    const answered = await run(joined)
    await save(deps, trx, accountId, request, answered)
    return { result: { ...answered, replayed: false }, waiting }
  })
  for (const send of waiting) await send()
  return result
}

/**
 * For actions that do no harm when they run again and cannot run inside one transaction: they call a module, or save on the hot
 * path. The answer is stored after them.
 */
export const runAgainIfUnanswered = async (
  deps: Deps,
  accountId: number,
  request: RequestKey,
  run: Run,
): Promise<OnceResult> => {
  const earlier = await inAccount(deps.db, accountId, (trx) => findEarlier(deps, trx, accountId, request))
  if (earlier) return { ...earlier, replayed: true }
  const answered = await run(deps)
  await inAccount(deps.db, accountId, async (trx) => {
    if (await claimKey(trx, request)) await save(deps, trx, accountId, request, answered)
  })
  return { ...answered, replayed: false }
}
