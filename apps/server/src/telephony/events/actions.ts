import { callIdOf, eventWarnings } from '@patchbay/contract/telephony/event-rules'
import type { CallEvent, reportCallEvent, reportCallEventV3 } from '@patchbay/contract/telephony/events'
import type { CompiledQuery } from 'kysely'
import { rankPhoneMatches } from '../../crm/phone-lookup/service.ts'
import { openOrdersQuery, phoneMatchQuery } from '../../crm/phone-lookup/store.ts'
import type { Deps } from '../../deps.ts'
import { isConflict, isDuplicate } from '../../lib/db/pg-errors.ts'
import { inAccount, inAccountBatch, retryOnConflict } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { WALLS } from '../../lib/live/live.ts'
import { createKeyedMutex } from '../../lib/queue/keyed-mutex.ts'
import { keyOf, parsePhone, phoneKey } from '../../lib/text/phone.ts'
import { isShopVisible } from '../../platform/shops/rules.ts'
import { type RingingNotice, ringingNotice } from '../call-cards/notice-rules.ts'
import { lastNotesQuery } from '../call-cards/store.ts'
import { buildCard, cardView, MOST_CUSTOMERS, type StoredCard } from '../call-cards/view.ts'
import { aboutCall, type Call, changesMissedCalls, type EventDecision, endingOf } from '../calls/rules.ts'
import { finishCallQueries } from '../calls/service.ts'
import { type StoredCall, toCall } from '../calls/store.ts'
import { routeCall } from '../routing/service.ts'
import { traceSteps } from '../traces/rules.ts'
import {
  decideEvent,
  type EventContext,
  eventOfV3,
  findsByNumber,
  happenedAt,
  isLate,
  matchCall,
  numberOf,
  openCall,
  resolveTargets,
  shopOnCard,
} from './rules.ts'
import { getSender } from './service.ts'
import { candidateCallsQuery, contextQuery, saveEventQuery } from './store.ts'

/** Load: the module, the users it names, the caller, and the calls it may be about. Nearly all in one round trip. */
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
  const [[telephony = fail('internal')], found, calls] = await inAccountBatch(deps.pool, accountId, [
    contextQuery(deps.db, { codes, userIds, externalKeys, site }),
    phoneMatchQuery(deps.db, phone),
    candidateCallsQuery(deps.db, findsByNumber(event.type), { externalId: callIdOf(event, false), phoneKey: key }),
  ])
  const lookup = await rankPhoneMatches(deps, accountId, phone, found)
  const module = await getSender(deps, caller, telephony, clientId, codes)
  const { moduleId } = module
  const resolved = resolveTargets(event, moduleId, telephony)
  const userIdsNamed = resolved.targets.flatMap(({ userId }) => userId ?? [])
  const shown = lookup.customers.slice(0, MOST_CUSTOMERS).map(({ id }) => id)
  const onCard = [openOrdersQuery(deps.db, shown), lastNotesQuery(deps.db, shown)] as const
  const [online, [orders, notes]] = await Promise.all([
    deps.presence.listOnline(accountId, userIdsNamed),
    shown.length > 0 ? inAccountBatch(deps.pool, accountId, onCard) : [[], []],
  ])
  // D-05: to a key that is limited to some shops, the others do not exist.
  const isVisible = (code: string) => isShopVisible(caller.sites, code)
  const number = numberOf(telephony.numbers, moduleId, isVisible)
  const shop = telephony.shop && isVisible(telephony.shop.code) ? telephony.shop : null
  return {
    moduleId,
    moduleCode: module.code,
    resolvedBy: module.by,
    phoneKey: key,
    matchedBy: lookup.matchedBy,
    matches: lookup.customers,
    orders,
    notes,
    online,
    number,
    calls: calls.map(toCall).filter((call) => call.moduleId === moduleId),
    people: new Map(telephony.people.map((person) => [person.id, person])),
    // Old clients send the external number in place of the call's id (callIdOf).
    idIsNumber: !event.externalPhone && number !== undefined,
    shopId: number?.shopId ?? shop?.id ?? null,
    ...resolved,
  }
}

/** Save: the call, the event and the cards in one statement, with the task and timeline entry of an ended call. */
const saveEvent = async (
  { db, pool }: Deps,
  accountId: number,
  before: StoredCall | undefined,
  call: Call,
  save: CompiledQuery<{ id: number }>,
  actor: string,
): Promise<number> => {
  const idOf = ([row]: { id: number }[]): number => row?.id ?? fail('internal')
  const ended = call.state === 'ended' && before?.state !== 'ended'
  const finish = (id: number) => finishCallQueries(db, ended ? [{ ...call, id }] : [], actor)
  if (before || !ended) {
    const [rows] = await inAccountBatch(pool, accountId, [save, ...(before ? finish(before.id) : [])])
    return idOf(rows)
  }
  // Opened and ended by one event: finishing it needs the id of the new call.
  return inAccount(db, accountId, async (trx) => {
    const id = idOf((await trx.executeQuery(save)).rows)
    for (const query of finish(id)) await trx.executeQuery(query)
    return id
  })
}

type SavedCall = {
  call: Call & Pick<StoredCall, 'id' | 'externalId' | 'version' | 'note'>
  decision: EventDecision
  card: StoredCard
  notice: RingingNotice
  changed: boolean
}

/** Publish: each event of a call carries the whole card, so a browser may ignore any but the newest version. */
const publishCard = async (
  deps: Deps,
  accountId: number,
  { call, decision, card, notice }: SavedCall,
  quiet: boolean,
) => {
  const version = { of: `call:${call.id}`, version: call.version }
  const { showTo, withdrawFrom, because } = decision
  const shown = { type: 'call-card', card: cardView(call, card, quiet) } as const
  const ended = { callId: call.id, version: call.version, because, ...endingOf(call) }
  const withdrawn = { type: 'call-card-withdrawn', ...ended } as const
  await Promise.all([
    showTo.length > 0 && deps.live.publish(accountId, shown, { users: showTo }, version),
    withdrawFrom.length > 0 && deps.live.publish(accountId, withdrawn, { users: withdrawFrom }, version),
    (notice.users.length > 0 || notice.stopped === 'missed') && deps.lanes.notifyWorkers(),
    changesMissedCalls(call) && deps.live.publish(accountId, { type: 'call-ended' }),
    deps.live.publish(accountId, { type: 'open-calls-changed' }, { topic: WALLS }),
  ])
}

/** More than there are processes that may write the same call at the same moment. */
const TRIES = 20
const isVersionConflict = (error: unknown): boolean => isConflict(error) || isDuplicate(error)
const inTurn = createKeyedMutex()

/** T-13…T-16, D-20…D-24, D-85 */
export const reportEvent: Action<Deps, typeof reportCallEvent> = async (deps, caller, { body }, http) => {
  const { event, clientId } = body
  const { accountId } = caller
  const started = performance.now()
  const elapsed = () => Math.round((performance.now() - started) * 10) / 10
  const { timezone, publicUrl, routing } = await deps.accounts.account(accountId)
  const received = elapsed()
  const apply = async () => {
    const context = await loadEventContext(deps, caller, event, clientId)
    const [now, loaded] = [deps.now(), elapsed()]
    const happened = happenedAt(event, timezone, now)
    const externalId = callIdOf(event, context.idIsNumber)
    const before = matchCall(event, context, externalId)
    const decision = decideEvent(before ?? openCall(event, context, happened), event, context.targets, now)
    const { call } = decision
    const isNewCall = before === undefined && call.direction === 'in' && call.state === 'ringing'
    const route =
      isNewCall && routing ? await routeCall(deps, accountId, { ...context, shopId: call.shopId }) : undefined
    const card = buildCard(call, (before?.card ?? null) as StoredCard | null, {
      ...context,
      rung: { byCode: event.codes.length > 0, group: event.codes.length + event.userIds.length > 1 },
      shop: shopOnCard(context.number),
      publicUrl,
      routing: route && { at: now.toISOString(), cause: 'call', ...route },
    })
    const steps = traceSteps(event, context, before?.id, decision, { received, loaded, decided: elapsed() })
    const { moduleId, moduleCode } = context
    const quiet = isLate(happened, now)
    const notice = ringingNotice(before, decision, card, quiet)
    const save = saveEventQuery(deps.db, { moduleId, externalId }, before, decision, {
      event,
      steps,
      card,
      notice,
      route,
    })
    const id = await saveEvent(deps, accountId, before, call, save, `module:${moduleCode}`)
    const stored = { ...call, id, externalId, version: (before?.version ?? 0) + 1, note: before?.note ?? '' }
    const changed = before === undefined || JSON.stringify(call) !== JSON.stringify(before)
    return { context, quiet, saved: { call: stored, decision, card, notice, changed } }
  }
  // Lock: within this process events of one call run one at a time. Between processes, reload on a version conflict.
  const { context, quiet, saved } = await inTurn(`${accountId} ${event.callExternalId || event.phone}`, () =>
    retryOnConflict(apply, TRIES, isVersionConflict),
  )
  http.about(aboutCall(saved.call.id))
  http.from(context.moduleCode)
  if (saved.changed) await publishCard(deps, accountId, saved, quiet)
  const { unknownCodes, unknownUsers } = context
  const warnings = eventWarnings(event)
  return {
    success: true,
    ...(unknownCodes.length > 0 && { notExistCodes: unknownCodes }),
    ...(unknownUsers.length > 0 && { notExistUsers: unknownUsers }),
    ...(warnings.length > 0 && { warnings }),
  }
}

export const reportEventV3: Action<Deps, typeof reportCallEventV3> = (deps, caller, { body }, http) => {
  const event = eventOfV3(body) ?? fail('parameter_missing', { values: { name: 'event' } })
  return reportEvent(deps, caller, { body: { event, ...(body.clientId && { clientId: body.clientId }) } }, http)
}
