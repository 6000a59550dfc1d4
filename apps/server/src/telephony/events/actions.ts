import type { CallEvent, reportCallEvent } from '@patchbay/contract/telephony/events'
import type { CompiledQuery } from 'kysely'
import { rankFound } from '../../crm/phone-lookup/service.ts'
import { openOrdersQuery, phoneMatchQuery } from '../../crm/phone-lookup/store.ts'
import type { Deps } from '../../deps.ts'
import { isConflict, isDuplicate } from '../../lib/db/pg-errors.ts'
import { again, inAccount, inAccountOnce, inAccountTogether } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { createInTurn } from '../../lib/queue/keyed-mutex.ts'
import { keyOf, parsePhone, phoneKey } from '../../lib/text/phone.ts'
import { cardOf, type KeptCard, makeCard } from '../call-cards/view.ts'
import { aboutCall, type Call, type EventDecision } from '../calls/rules.ts'
import { settleQueries } from '../calls/service.ts'
import { type StoredCall, toCall } from '../calls/store.ts'
import { type Stopwatch, startSteps, traceHeard, userOf } from '../traces/rules.ts'
import {
  callIdOf,
  callMeant,
  callOpenedBy,
  decideEvent,
  type Heard,
  happenedAt,
  isLate,
  speakerOf,
  whoIsNamed,
} from './rules.ts'
import { type Asked, callsMeantQuery, type Surroundings, saveEventQuery, surroundingsQuery } from './store.ts'

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

// What an event means before anything is decided: whose it is, whom it names, who is calling, of which call it speaks. Only
// reading, nearly all of it in one round trip.

export const readSurroundings = async (deps: Deps, accountId: number, asked: Asked): Promise<Surroundings> => {
  const [found] = await inAccountOnce(deps.pool, accountId, surroundingsQuery(deps.db, asked))
  return found ?? fail('internal')
}

const hear = async (deps: Deps, caller: KeyCaller, event: CallEvent, clientId: string | undefined): Promise<Heard> => {
  const { accountId } = caller
  const { country } = await deps.directory.account(accountId)
  const phone = parsePhone(event.phone, country)
  const key = keyOf(phone)
  const given = [event.externalPhone, event.callExternalId].filter((text) => /\d{5}/.test(text ?? ''))
  const externalKeys = given.map((text) => phoneKey(text ?? '', country))
  const { codes, userIds, site = '' } = event
  const [[surroundings = fail('internal')], found, calls] = await inAccountTogether(deps.pool, accountId, [
    surroundingsQuery(deps.db, { codes, userIds, externalKeys, site }),
    phoneMatchQuery(deps.db, phone),
    callsMeantQuery(deps.db, event.type, { externalId: callIdOf(event, false), phoneKey: key }),
  ])
  const lookup = await rankFound(deps, accountId, phone, found)
  const speaker = speakerOf(surroundings, caller, clientId, codes)
  const who = whoIsNamed(event, speaker.moduleId, surroundings)
  const users = who.named.flatMap(({ userId }) => (userId === undefined ? [] : [userId]))
  const waiting = lookup.customers.filter(({ openOrder }) => openOrder !== null).map(({ id }) => id)
  const [here, orders] = await Promise.all([
    deps.presence.whoIsHere(accountId, users),
    waiting.length > 0 ? inAccountOnce(deps.pool, accountId, openOrdersQuery(deps.db, waiting)) : [],
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
