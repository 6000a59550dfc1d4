import type { CallEvent, reportCallEvent } from '@patchbay/contract/telephony/events'
import type { CompiledQuery } from 'kysely'
import { rankPhoneMatches } from '../../crm/phone-lookup/service.ts'
import { openOrdersQuery, phoneMatchQuery } from '../../crm/phone-lookup/store.ts'
import type { Deps } from '../../deps.ts'
import { isConflict, isDuplicate } from '../../lib/db/pg-errors.ts'
import { inAccount, inAccountBatch, inAccountQuery, retryOnConflict } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { createKeyedMutex } from '../../lib/queue/keyed-mutex.ts'
import { keyOf, parsePhone, phoneKey } from '../../lib/text/phone.ts'
import { buildCard, cardView, type StoredCard } from '../call-cards/view.ts'
import { aboutCall, type Call, type EventDecision } from '../calls/rules.ts'
import { finishCallQueries } from '../calls/service.ts'
import { type StoredCall, toCall } from '../calls/store.ts'
import { type Stopwatch, startSteps, traceEvent, userOf } from '../traces/rules.ts'
import {
  callIdOf,
  decideEvent,
  type EventContext,
  happenedAt,
  isLate,
  matchCall,
  openCall,
  resolveModule,
  resolveTargets,
} from './rules.ts'
import {
  type ContextRequest,
  candidateCallsQuery,
  contextQuery,
  saveEventQuery,
  type TelephonyContext,
} from './store.ts'

type SavedCall = {
  call: Call & Pick<StoredCall, 'id' | 'version' | 'note'>
  decision: EventDecision
  card: StoredCard
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
    const [rows] = await inAccountBatch(pool, accountId, [call, ...(before && ended ? settle(before.id) : [])])
    return idIn(rows)
  }
  return inAccount(db, accountId, async (trx) => {
    const id = idIn((await trx.executeQuery(call)).rows)
    for (const query of settle(id)) await trx.executeQuery(query)
    return id
  })
}

const saveEvent = async (
  deps: Deps,
  { accountId }: KeyCaller,
  event: CallEvent,
  heard: EventContext,
  publicUrl: string,
  times: Times,
  watch: Stopwatch,
): Promise<SavedCall> => {
  const externalId = callIdOf(event, heard.idIsNumber)
  const before = matchCall(event, heard, externalId)
  const opened = before ?? openCall(event, heard, times.happened)
  const decision = decideEvent(opened, event, heard.named, times.now)
  const { call, showTo: ringsAt, withdrawFrom: withdrawnFrom, because } = decision
  const card = buildCard(call, (before?.card ?? null) as StoredCard | null, {
    phone: opened.phone,
    matches: heard.matches,
    orders: heard.orders,
    people: heard.people,
    rung: { byCode: event.codes.length > 0, group: event.codes.length + event.userIds.length > 1 },
    shop: heard.number && { code: heard.number.shopCode, name: heard.number.shopName },
    publicUrl,
  })
  watch.step('call', true, `${before ? `known as call ${before.id}` : 'new'}; ${decision.summary}`)
  const sees = ringsAt.length > 0 ? `to ${ringsAt.join(', ')}` : `to nobody: ${decision.summary}`
  watch.step('card', ringsAt.length > 0, sees, ringsAt.map(userOf))
  const outcome = { event, steps: watch.steps, card, ringsAt, withdrawnFrom, because }
  const id = await write(deps, accountId, before, {
    call: saveEventQuery(deps.db, { moduleId: heard.moduleId, externalId }, before, call, outcome),
    settle: (its) => finishCallQueries(deps.db, [{ ...call, id: its }], `module:${heard.moduleCode}`),
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
const publishCard = async (deps: Deps, accountId: number, { call, decision, card }: SavedCall, quiet: boolean) => {
  const succession = { of: `call:${call.id}`, version: call.version }
  const { showTo: ringsAt, withdrawFrom: withdrawnFrom, because } = decision
  await Promise.all([
    ringsAt.length > 0 &&
      deps.live.publish(
        accountId,
        { type: 'call-card', card: cardView(call, card, quiet) },
        { users: ringsAt },
        succession,
      ),
    withdrawnFrom.length > 0 &&
      deps.live.publish(
        accountId,
        { type: 'call-card-withdrawn', callId: call.id, version: call.version, because },
        { users: withdrawnFrom },
        succession,
      ),
  ])
}

/** More than there are processes that may write the same call at the same moment. */
const TRIES = 20

const isVersionConflict = (error: unknown): boolean => isConflict(error) || isDuplicate(error)

const inTurn = createKeyedMutex()

/** T-13…T-16, D-20…D-24 */
export const reportEvent: Action<Deps, typeof reportCallEvent> = async (deps, caller, { body }, http) => {
  const { event } = body
  const { accountId } = caller
  const started = performance.now()
  const { timezone, publicUrl } = await deps.accounts.account(accountId)
  const keep = async () => {
    const watch = startSteps(started)
    watch.step('received', true, event.type)
    const heard = await loadEventContext(deps, caller, event, body.clientId)
    traceEvent(watch, event, heard)
    const now = deps.now()
    const times = { now, happened: happenedAt(event, timezone, now) }
    return { heard, times, told: await saveEvent(deps, caller, event, heard, publicUrl, times, watch) }
  }
  const { heard, times, told } = await inTurn(`${accountId} ${event.callExternalId || event.phone}`, () =>
    // Who was overtaken hears the event again: the call is no longer what it was decided on.
    retryOnConflict(keep, TRIES, isVersionConflict),
  )
  http.about(aboutCall(told.call.id))
  if (told.changed) await publishCard(deps, accountId, told, isLate(times.happened, times.now))
  const { unknownCodes, unknownUsers } = heard
  return {
    success: true,
    ...(unknownCodes.length > 0 && { notExistCodes: unknownCodes }),
    ...(unknownUsers.length > 0 && { notExistUsers: unknownUsers }),
  }
}

// What an event means before anything is decided: whose it is, whom it names, who is calling, of which call it speaks. Only
// reading, nearly all of it in one round trip.

export const readTelephonyContext = async (
  deps: Deps,
  accountId: number,
  asked: ContextRequest,
): Promise<TelephonyContext> => {
  const [found] = await inAccountQuery(deps.pool, accountId, contextQuery(deps.db, asked))
  return found ?? fail('internal')
}

const loadEventContext = async (
  deps: Deps,
  caller: KeyCaller,
  event: CallEvent,
  clientId: string | undefined,
): Promise<EventContext> => {
  const { accountId } = caller
  const { country } = await deps.accounts.account(accountId)
  const phone = parsePhone(event.phone, country)
  const key = keyOf(phone)
  const given = [event.externalPhone, event.callExternalId].filter((text) => /\d{5}/.test(text ?? ''))
  const externalKeys = given.map((text) => phoneKey(text ?? '', country))
  const { codes, userIds, site = '' } = event
  const [[surroundings = fail('internal')], found, calls] = await inAccountBatch(deps.pool, accountId, [
    contextQuery(deps.db, { codes, userIds, externalKeys, site }),
    phoneMatchQuery(deps.db, phone),
    candidateCallsQuery(deps.db, event.type, { externalId: callIdOf(event, false), phoneKey: key }),
  ])
  const lookup = await rankPhoneMatches(deps, accountId, phone, found)
  const speaker = resolveModule(surroundings, caller, clientId, codes)
  const who = resolveTargets(event, speaker.moduleId, surroundings)
  const users = who.named.flatMap(({ userId }) => (userId === undefined ? [] : [userId]))
  const waiting = lookup.customers.filter(({ openOrder }) => openOrder !== null).map(({ id }) => id)
  const [here, orders] = await Promise.all([
    deps.presence.listOnline(accountId, users),
    waiting.length > 0 ? inAccountQuery(deps.pool, accountId, openOrdersQuery(deps.db, waiting)) : [],
  ])
  const number = surroundings.numbers.find(({ moduleId }) => moduleId === speaker.moduleId)
  return {
    moduleId: speaker.moduleId,
    moduleCode: speaker.code,
    attributedBy: speaker.by,
    phoneKey: key,
    matchedBy: lookup.matchedBy,
    matches: lookup.customers,
    orders,
    here,
    number,
    calls: calls.map(toCall).filter(({ moduleId }) => moduleId === speaker.moduleId),
    people: new Map(surroundings.people.map((person) => [person.id, person])),
    // Old clients say so in the place of the call's id (callIdOf).
    idIsNumber: !event.externalPhone && number !== undefined,
    shopId: number?.shopId ?? surroundings.shop?.id ?? null,
    ...who,
  }
}
