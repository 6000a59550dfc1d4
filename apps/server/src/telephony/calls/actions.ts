import type { InputOf } from '@patchbay/contract/base/endpoint'
import type {
  CallSummary,
  getCall,
  listCalls as listCallsEndpoint,
  noteCall,
  taskFromCall,
} from '@patchbay/contract/telephony/workspace/calls'
import { phoneEndsOf } from '../../crm/search/rules.ts'
import { addTask, publishTasks } from '../../crm/tasks/service.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { readPeriod } from '../../lib/text/period.ts'
import { hasWords, readWordSearch } from '../../lib/text/word-search.ts'
import type { Account } from '../../platform/accounts/store.ts'
import { keptFromOf } from '../../platform/clean-up/retention-service.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import { listShopIds } from '../../platform/shops/store.ts'
import { listExistingUserIds, listGroupsWithMembers } from '../../platform/users/store.ts'
import { canListen } from '../recordings/rules.ts'
import { momentOf, textOf } from '../transcripts/rules.ts'
import { listCallIdsByWords, listTranscripts } from '../transcripts/store.ts'
import { type CallFilter, findCall, findListedCall, type ListedCall, listCalls, updateNote } from './list-store.ts'
import { canEditLogged } from './logged-rules.ts'

const summary = (call: ListedCall, reader: UserCaller): CallSummary => ({
  id: call.id,
  ...(call.module && { module: call.module.code }),
  ...(call.loggedBy !== null && { loggedBy: call.loggedBy }),
  editable: canEditLogged(reader, call),
  direction: call.direction,
  phone: call.phone,
  state: call.state,
  ...(call.result !== null && { result: call.result }),
  missed: call.missed,
  startedAt: call.startedAt.toISOString(),
  ...(call.duration !== null && { duration: call.duration }),
  ...(call.durationWaiting !== null && { durationWaiting: call.durationWaiting }),
  ...(call.customerId !== null && { customerId: call.customerId }),
  ...(call.userId !== null && { userId: call.userId }),
  ...(call.shop !== null && { shop: call.shop }),
  note: call.note,
  // D-97: the recording is at the exchange.
  recording: call.recordUrl !== null && call.module !== null && isEnabled(call.module) && canListen(reader, call),
  transcript: call.hasTranscript && canListen(reader, call),
  legs: [...call.legs],
})

const PAGE = 50
/** Of the calls in which the words were said, those that are checked. */
const MOST_READ = 200

type Query = InputOf<typeof listCallsEndpoint>['query']

const listMembers = async (trx: Db, group: string): Promise<number[]> =>
  (await listGroupsWithMembers(trx)).find(({ code }) => code === group)?.userIds ?? []

const readFilter = async (trx: Db, { country, timezone }: Account, query: Query): Promise<CallFilter> => {
  const { phone, site, from, to, said: _words, handledBy, group, ...filter } = query
  const read = readPeriod({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, timezone)
  if (!read.ok) return fail('input_invalid', { fields: read.fields })
  const shopId = site === undefined ? undefined : (await listShopIds(trx)).get(site)
  if (site !== undefined && shopId === undefined)
    return fail('input_invalid', { fields: { site: `there is no shop: ${site}` } })
  const members = group === undefined ? undefined : await listMembers(trx, group)
  const speakers = handledBy === undefined ? members : [handledBy]
  return {
    ...filter,
    ...read.period,
    timezone,
    ...(speakers && { handledBy: speakers }),
    ...(shopId !== undefined && { shopId }),
    ...(phone !== undefined && { phoneEnds: phoneEndsOf(phone.trim(), country) }),
  }
}

/** D-163: the calls in which these words were said, of those that the reader may listen to. */
const findSaid = async (trx: Db, reader: UserCaller, text: string, filter: CallFilter): Promise<CallSummary[]> => {
  const asked = readWordSearch(text)
  if (!asked) return []
  const ids = await listCallIdsByWords(trx, asked, MOST_READ)
  const calls = (await listCalls(trx, { ...filter, ids }, MOST_READ)).filter((call) => canListen(reader, call))
  const transcripts = await listTranscripts(
    trx,
    calls.map(({ id }) => id),
  )
  // The text is checked again: the index knows the beginning of the last word only.
  return calls.slice(0, MOST_READ).flatMap((call) => {
    const segments = transcripts.get(call.id) ?? []
    const said = hasWords(asked, textOf(segments)) ? momentOf(asked, segments) : undefined
    return said ? [{ ...summary(call, reader), said }] : []
  })
}

export const showCalls: Action<Deps, typeof listCallsEndpoint> = async (deps, caller, { query }) => {
  const account = await deps.accounts.account(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const filter = await readFilter(trx, account, query)
    const kept = await keptFromOf(trx, 'calls', filter.from)
    if (query.said !== undefined) {
      const found = await findSaid(trx, caller, query.said, filter)
      return { success: true, calls: found.slice(0, PAGE), ...kept }
    }
    const calls = await listCalls(trx, filter, PAGE)
    const last = calls.length === PAGE ? calls.at(-1) : undefined
    const listed = calls.map((call) => summary(call, caller))
    return { success: true, calls: listed, ...(last && { next: last.mark }), ...kept }
  })
}

export const showCall: Action<Deps, typeof getCall> = async (deps, caller, { params }) => {
  const call = await inAccount(deps.db, caller.accountId, (trx) => findListedCall(trx, params.id))
  return { success: true, call: summary(call ?? fail('not_found'), caller) }
}

/** The note belongs to the call: everyone who sees the card or the call reads it. */
export const saveNote: Action<Deps, typeof noteCall> = async (deps, caller, { params, body }) => {
  const found = await inAccount(deps.db, caller.accountId, (trx) => updateNote(trx, params.id, body.note))
  return found ? { success: true } : fail('not_found')
}

export const createTaskFromCall: Action<Deps, typeof taskFromCall> = async (deps, caller, { params, body }) => {
  const id = await inAccount(deps.db, caller.accountId, async (trx) => {
    const call = (await findCall(trx, params.id)) ?? fail('not_found')
    const performerId = body.performerId ?? caller.userId
    const known = await listExistingUserIds(trx, [performerId])
    if (!known.has(performerId)) fail('entity_invalid', { fields: { performerId: 'is no user of this account' } })
    return addTask(trx, {
      content: { kind: 'custom', text: body.text },
      performerId,
      dueAt: body.dueAt ? new Date(body.dueAt) : null,
      customerId: call.customerId,
      phone: call.phone,
      createdBy: caller.userId,
    })
  })
  await deps.lanes.notifyWorkers()
  await publishTasks(deps, caller.accountId)
  return { success: true, id: id ?? fail('internal') }
}
