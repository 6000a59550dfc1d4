import { fromLocalTime } from '@patchbay/contract/base/local-time'
import type { CallEvent, reportCallEvent } from '@patchbay/contract/telephony/events'
import type { CompiledQuery } from 'kysely'
import type { Deps } from '../../deps.ts'
import { again, inAccount, inAccountTogether } from '../../lib/db/transaction.ts'
import { fail, isConflict, isDuplicate } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { createInTurn } from '../../lib/queue/keyed-mutex.ts'
import { cardOf, type KeptCard, makeCard } from '../call-cards/view.ts'
import { settleQueries } from '../calls/service.ts'
import type { StoredCall } from '../calls/store.ts'
import { type Heard, hear } from './hear.ts'
import { aboutCall, type Call, callIdOf, decideEvent, type EventDecision, isLate } from './rules.ts'
import { type Step, saveEventQuery } from './store.ts'

// An event of the exchange, from the request to the browsers: read (hear.ts), decide (rules.ts), write the event, the call,
// its cards and the steps in one transaction, then the card to exactly those whom it rings at.

type Stopwatch = {
  steps: Step[]
  step: (name: string, ok: boolean, says: string, who?: Step['who']) => void
}

const startSteps = (started: number): Stopwatch => {
  const steps: Step[] = []
  const step: Stopwatch['step'] = (name, ok, says, who) => {
    const ms = Math.round((performance.now() - started) * 10) / 10
    steps.push({ step: name, ok, ms, says, ...(who && { who }) })
  }
  return { steps, step }
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
const callMeant = (event: CallEvent, heard: Heard, externalId: string | null): StoredCall | undefined => {
  if (externalId !== null) return heard.calls.find((call) => call.externalId === externalId)
  const open = heard.calls.filter((call) => call.externalId === null)
  return event.type === 'hangup' ? open.find((call) => sameLine(call, heard)) : undefined
}

const callOpenedBy = (event: CallEvent, heard: Heard, startedAt: Date): Call => ({
  direction: event.type === 'out' ? 'out' : 'in',
  state: 'ringing',
  result: null,
  missed: false,
  phone: event.phone.trim(),
  phoneKey: heard.phoneKey,
  customerId: heard.matches[0]?.id ?? null,
  userId: null,
  shopId: heard.shopId,
  externalPhone: event.externalPhone || null,
  startedAt,
  answeredAt: null,
  endedAt: null,
  duration: null,
  durationWaiting: null,
  recordUrl: null,
  source: null,
  legs: [],
  recorded: false,
})

type Told = {
  call: Call & Pick<StoredCall, 'id' | 'version' | 'note'>
  decision: EventDecision
  card: KeptCard
  changed: boolean
}
type Times = { now: Date; happened: Date }

type Saving = { call: CompiledQuery<{ id: number }>; settle: (id: number) => CompiledQuery<unknown>[]; ended: boolean }

/** One message; only what an ended call leaves behind has to wait for the id, if the call is opened by the same event. */
const write = async (
  { db, pool }: Deps,
  accountId: number,
  before: StoredCall | undefined,
  { call, settle, ended }: Saving,
): Promise<number> => {
  const idIn = ([row]: { id: number }[]): number => row?.id ?? fail('internal')
  if (before || !ended) {
    const [rows] = await inAccountTogether(pool, accountId, [call, ...(before && ended ? settle(before.id) : [])])
    return idIn(rows)
  }
  return inAccount(db, accountId, async (trx) => {
    const id = idIn((await trx.executeQuery(call)).rows)
    for (const query of settle(id)) await trx.executeQuery(query)
    return id
  })
}

const keepEvent = async (
  deps: Deps,
  { accountId }: KeyCaller,
  event: CallEvent,
  heard: Heard,
  publicUrl: string,
  times: Times,
  watch: Stopwatch,
): Promise<Told> => {
  const externalId = callIdOf(event, heard.idIsNumber)
  const before = callMeant(event, heard, externalId)
  const opened = before ?? callOpenedBy(event, heard, times.happened)
  const decision = decideEvent(opened, event, heard.named, times.now)
  const { call, ringsAt, withdrawnFrom, because } = decision
  const card = makeCard(call, (before?.card ?? null) as KeptCard | null, {
    phone: opened.phone,
    matches: heard.matches,
    orders: heard.orders,
    people: heard.people,
    rung: { byCode: event.codes.length > 0, group: event.codes.length + event.userIds.length > 1 },
    shop: heard.number && { code: heard.number.shopCode, name: heard.number.shopName },
    publicUrl,
  })
  watch.step('call', true, `${before ? `known as call ${before.id}` : 'new'}; ${decision.says}`)
  const sees = ringsAt.length > 0 ? `to ${ringsAt.join(', ')}` : `to nobody: ${decision.says}`
  watch.step('card', ringsAt.length > 0, sees, ringsAt.map(userOf))
  const outcome = { event, steps: watch.steps, card, ringsAt, withdrawnFrom, because }
  const id = await write(deps, accountId, before, {
    call: saveEventQuery(deps.db, { moduleId: heard.moduleId, externalId }, before, call, outcome),
    settle: (its) => settleQueries(deps.db, [{ ...call, id: its }], `module:${heard.moduleCode}`),
    ended: call.state === 'ended' && before?.state !== 'ended',
  })
  return {
    call: { ...call, id, version: (before?.version ?? 0) + 1, note: before?.note ?? '' },
    decision,
    card,
    changed: before === undefined || JSON.stringify(call) !== JSON.stringify(before),
  }
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

/** More than there are processes that may write the same call at the same moment. */
const TRIES = 20

const wasOvertaken = (error: unknown): boolean => isConflict(error) || isDuplicate(error)

const inTurn = createInTurn()

/** T-13…T-16, D-20…D-24 */
export const reportEvent: Action<Deps, typeof reportCallEvent> = async (deps, caller, { body }, http) => {
  const { event } = body
  const { accountId } = caller
  const started = performance.now()
  const { timezone, publicUrl } = await deps.directory.account(accountId)
  const keep = async () => {
    const watch = startSteps(started)
    watch.step('received', true, event.type)
    const heard = await hear(deps, caller, event, body.clientId)
    traceHeard(watch, event, heard)
    const now = deps.now()
    const times = { now, happened: happenedAt(event, timezone, now) }
    return { heard, times, told: await keepEvent(deps, caller, event, heard, publicUrl, times, watch) }
  }
  const { heard, times, told } = await inTurn(`${accountId} ${event.callExternalId || event.phone}`, () =>
    // Who was overtaken hears the event again: the call is no longer what it was decided on.
    again(keep, TRIES, wasOvertaken),
  )
  http.about(aboutCall(told.call.id))
  if (told.changed) await tellBrowsers(deps, accountId, told, isLate(times.happened, times.now))
  const { unknownCodes, unknownUsers } = heard
  return {
    success: true,
    ...(unknownCodes.length > 0 && { notExistCodes: unknownCodes }),
    ...(unknownUsers.length > 0 && { notExistUsers: unknownUsers }),
  }
}
