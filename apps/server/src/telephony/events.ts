import { fromLocalTime } from '@patchbay/contract/local-time'
import type { CallEvent, reportCallEvent } from '@patchbay/contract/telephony'
import type { Deps } from '../deps.ts'
import type { Db } from '../lib/db.ts'
import type { Action } from '../lib/route.ts'
import { inAccount } from '../lib/transaction.ts'
import { settleCalls } from './aftermath.ts'
import { cardOf, type KeptCard, makeCard } from './card.ts'
import { type Heard, hear } from './hear.ts'
import { aboutCall, callIdOf, decideEvent, type EventDecision, isLate } from './rules.ts'
import { lockOpenCalls, type OpenedCall, openCall, type Step, type StoredCall, saveEvent } from './store.ts'

// An event of the exchange, from the request to the browsers: read (hear.ts), then one transaction that keeps the event,
// the call, its cards and the steps, then the card to exactly those whom it rings at.

type Stopwatch = {
  steps: Step[]
  at: (name: string, ok: boolean, says: string, who?: Step['who']) => Step
  step: (name: string, ok: boolean, says: string, who?: Step['who']) => void
}

const startSteps = (): Stopwatch => {
  const started = performance.now()
  const steps: Step[] = []
  const at: Stopwatch['at'] = (step, ok, says, who) => {
    const ms = Math.round((performance.now() - started) * 10) / 10
    return { step, ok, ms, says, ...(who && { who }) }
  }
  return { steps, at, step: (...what) => void steps.push(at(...what)) }
}

const userOf = (userId: number) => ({ userId })

const traceHeard = ({ step }: Stopwatch, event: CallEvent, heard: Heard): void => {
  step('module', true, `${heard.moduleCode}, by ${heard.attributedBy}`)
  step('number', heard.phoneKey.startsWith('+'), `${event.phone} is ${heard.phoneKey}`)
  const { matches, matchedBy, named, unknownCodes, unknownUsers, here } = heard
  step(
    'customers',
    matches.length > 0,
    matches.length > 0 ? `${matches.length} found by ${matchedBy}` : 'nobody has it',
  )
  const mapped = named.map(({ code, userId }) => `${code ?? 'no extension'} → ${userId ?? 'nobody'}`)
  const unknown = unknownCodes.length + unknownUsers.length
  step('extensions', unknown === 0 && named.length > 0, mapped.join(', ') || 'none named', named)
  const users = named.flatMap(({ userId }) => (userId === undefined ? [] : [userId]))
  const away = users.filter((userId) => !here?.has(userId))
  const says = here ? `away: ${away.join(', ') || 'nobody'}` : 'unknown'
  step('online', here !== undefined && away.length === 0, says, here ? away.map(userOf) : [])
}

/** When it happened: as the exchange says, unless its clock runs ahead of ours. */
const happenedAt = (event: CallEvent, timezone: string, now: Date): Date => {
  const told = event.date === undefined ? undefined : fromLocalTime(event.date, timezone)
  return told && told < now ? told : now
}

const sameLine = (call: StoredCall, heard: Heard): boolean =>
  heard.named.length === 0
    ? call.legs.length === 0
    : call.legs.some((leg) =>
        heard.named.some(({ userId, code }) => (userId === undefined ? leg.code === code : leg.userId === userId)),
      )

/** D-22: the call that the event speaks of. Without an id only a hangup of the same number and extension finds one. */
const callOf = async (
  trx: Db,
  event: CallEvent,
  heard: Heard,
  startedAt: Date,
): Promise<{ call: StoredCall; fresh: boolean }> => {
  const externalId = callIdOf(event, heard.idIsNumber)
  if (externalId === null && event.type === 'hangup') {
    const open = (await lockOpenCalls(trx, heard.moduleId, heard.phoneKey)).find((call) => sameLine(call, heard))
    if (open) return { call: { ...open, version: open.version + 1 }, fresh: false }
  }
  const opened: OpenedCall = {
    moduleId: heard.moduleId,
    externalId,
    direction: event.type === 'out' ? 'out' : 'in',
    phone: event.phone.trim(),
    phoneKey: heard.phoneKey,
    customerId: heard.matches[0]?.id ?? null,
    shopId: heard.shopId,
    externalPhone: event.externalPhone || null,
    startedAt,
  }
  return openCall(trx, opened)
}

type Told = { call: StoredCall; decision: EventDecision; card: KeptCard; changed: boolean }

const keepEvent = async (
  trx: Db,
  event: CallEvent,
  heard: Heard,
  publicUrl: string,
  times: { now: Date; happened: Date },
  watch: Stopwatch,
): Promise<Told> => {
  const { call: before, fresh } = await callOf(trx, event, heard, times.happened)
  const decision = decideEvent(before, event, heard.named, times.now)
  const { call, ringsAt, withdrawnFrom, because } = decision
  const changed = fresh || JSON.stringify(call) !== JSON.stringify(before)
  const card = makeCard(call, before.card as KeptCard | null, {
    phone: before.phone,
    matches: heard.matches,
    orders: heard.orders,
    people: heard.people,
    rung: { byCode: event.codes.length > 0, group: event.codes.length + event.userIds.length > 1 },
    shop: heard.number && { code: heard.number.shopCode, name: heard.number.shopName },
    publicUrl,
  })
  const known = fresh ? 'new' : `known as call ${before.id}`
  const sees = ringsAt.length > 0 ? `to ${ringsAt.join(', ')}` : `to nobody: ${decision.says}`
  const steps = [
    ...watch.steps,
    watch.at('call', true, `${known}; ${decision.says}`),
    watch.at('card', ringsAt.length > 0, sees, ringsAt.map(userOf)),
  ]
  await saveEvent(trx, before, call, { event, steps, card, ringsAt, withdrawnFrom, because })
  const stored = { ...before, ...call }
  if (call.state === 'ended' && before.state !== 'ended') await settleCalls(trx, [stored], `module:${heard.moduleCode}`)
  return { call: stored, decision, card, changed }
}

/** Each event of a call tells all that holds after it, so that an older one which is overtaken need not be told. */
const tellBrowsers = async (deps: Deps, accountId: number, { call, decision, card }: Told, quiet: boolean) => {
  const succession = { of: `call:${call.id}`, version: call.version }
  const { ringsAt, withdrawnFrom, because } = decision
  await Promise.all([
    ringsAt.length > 0 &&
      deps.live.tell(accountId, { users: ringsAt }, { type: 'call-card', card: cardOf(call, card, quiet) }, succession),
    withdrawnFrom.length > 0 &&
      deps.live.tell(
        accountId,
        { users: withdrawnFrom },
        { type: 'call-card-withdrawn', callId: call.id, version: call.version, because },
        succession,
      ),
  ])
}

/** T-13…T-16, D-20…D-24 */
export const reportEvent: Action<Deps, typeof reportCallEvent> = async (deps, caller, { body }, http) => {
  const { event } = body
  const { accountId } = caller
  const watch = startSteps()
  watch.step('received', true, event.type)
  const [heard, account] = await Promise.all([
    hear(deps, caller, event, body.clientId),
    deps.directory.account(accountId),
  ])
  traceHeard(watch, event, heard)
  const now = deps.now()
  const times = { now, happened: happenedAt(event, account.timezone, now) }
  const told = await inAccount(deps.db, accountId, (trx) =>
    keepEvent(trx, event, heard, account.publicUrl, times, watch),
  )
  http.about(aboutCall(told.call.id))
  if (told.changed) await tellBrowsers(deps, accountId, told, isLate(times.happened, now))
  const { unknownCodes, unknownUsers } = heard
  return {
    success: true,
    ...(unknownCodes.length > 0 && { notExistCodes: unknownCodes }),
    ...(unknownUsers.length > 0 && { notExistUsers: unknownUsers }),
  }
}
