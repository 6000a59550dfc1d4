import type { CallRecord, uploadCalls } from '@patchbay/contract/telephony/history'
import { whyRecordsRefused } from '@patchbay/contract/telephony/record-rules'
import { listBestMatches } from '../../crm/phone-lookup/store.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount, inAccountQuery } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { parsePhone, phoneKey } from '../../lib/text/phone.ts'
import { visibleShopIds } from '../../platform/shops/rules.ts'
import { listShopIds } from '../../platform/shops/store.ts'
import { closeCards } from '../call-cards/store.ts'
import { type Call, endingOf } from '../calls/rules.ts'
import { finishCalls } from '../calls/service.ts'
import { type StoredCall, updateCall } from '../calls/store.ts'
import { getSender } from '../events/service.ts'
import { contextQuery } from '../events/store.ts'
import {
  callOfRecord,
  contentKeyOf,
  decideRecord,
  type NormalizedRecord,
  readRecord,
  type UploadContext,
} from './rules.ts'
import { identityOf, insertUploadedCalls, lockUploadedCalls, type UploadedCall } from './store.ts'

type Entry = UploadedCall & { record: NormalizedRecord }

type Merged = { repeated: boolean; ended?: StoredCall; closed?: StoredCall }

const mergeRecord = async (trx: Db, before: StoredCall, record: NormalizedRecord): Promise<Merged> => {
  const { call, repeated } = decideRecord(before, record)
  if (JSON.stringify(call) !== JSON.stringify(before)) await updateCall(trx, before.id, call)
  if (repeated) return { repeated }
  await closeCards(trx, before.id, 'ended')
  const stored = { ...before, ...call, version: before.version + 1 }
  // A call whose hangup we saw was finished then, unless the record has another result.
  const isNews = before.state !== 'ended' || before.result !== call.result
  return { repeated, ...(isNews && { ended: stored }), ...(before.state !== 'ended' && { closed: stored }) }
}

const readRecords = async (trx: Db, records: readonly CallRecord[], context: UploadContext): Promise<Entry[]> => {
  const numbers = records.map(({ phone }) => parsePhone(phone, context.country))
  const owners = await listBestMatches(
    trx,
    numbers.map(({ e164 = '', tail }) => ({ e164, tail })),
  )
  const entries = records.map((given, place): Entry => {
    const record =
      readRecord(given, owners[place] ?? null, context) ??
      fail('entity_invalid', { fields: whyRecordsRefused(records, context.timezone) })
    const externalId = given.externalId?.trim() || null
    const contentKey = externalId === null ? contentKeyOf(given) : null
    return { moduleId: context.moduleId, externalId, contentKey, call: callOfRecord(record), record }
  })
  // Every upload locks calls in the same order, so two uploads that share calls cannot deadlock.
  return entries.sort((a, b) => (identity(a) < identity(b) ? -1 : 1))
}

const saveRecords = async (trx: Db, records: readonly CallRecord[], context: UploadContext, actor: string) => {
  const entries = await readRecords(trx, records, context)
  const inserted = await insertUploadedCalls(trx, entries)
  const known = await lockUploadedCalls(
    trx,
    context.moduleId,
    entries.filter((_, place) => !inserted.has(place)),
  )
  const ended: (Call & { id: number })[] = []
  const duplicates: string[] = []
  const closed: StoredCall[] = []
  let processed = inserted.size
  for (const [place, entry] of entries.entries()) {
    const id = inserted.get(place)
    if (id !== undefined) {
      ended.push({ ...entry.call, id })
      continue
    }
    const before = known.get(identity(entry)) ?? fail('internal')
    const merged = await mergeRecord(trx, before, entry.record)
    if (merged.ended) ended.push(merged.ended)
    if (merged.closed) closed.push(merged.closed)
    if (!merged.repeated) {
      processed++
      // The same record again in this upload is a repeat of the call as just stored.
      known.set(identity(entry), { ...before, ...decideRecord(before, entry.record).call })
    } else if (entry.externalId !== null) duplicates.push(entry.externalId)
  }
  await finishCalls(trx, ended, actor)
  return { processed, duplicates: [...new Set(duplicates)], closed }
}

const identity = ({ externalId, contentKey }: UploadedCall): string => identityOf(externalId, contentKey)

/** The record of a call closes a card that is still open. */
const withdraw = (deps: Deps, accountId: number, { id, version, legs, ...call }: StoredCall): Promise<void> => {
  const users = [...new Set(legs.flatMap(({ userId }) => (userId === undefined ? [] : [userId])))]
  const event = { type: 'call-card-withdrawn', callId: id, version, because: 'ended', ...endingOf(call) } as const
  return deps.live.publish(accountId, event, { users }, { of: `call:${id}`, version })
}

/** T-17, T-18, D-26, D-27 */
export const upload: Action<Deps, typeof uploadCalls> = async (deps, caller, { body }, http) => {
  const { accountId } = caller
  const { timezone, country } = await deps.accounts.account(accountId)
  const codes = body.calls.flatMap(({ code }) => (code ? [code] : []))
  const userIds = body.calls.flatMap(({ userId }) => (userId === undefined ? [] : [userId]))
  const numbers = new Set(body.calls.flatMap(({ externalPhone }) => (externalPhone ? [externalPhone] : [])))
  const externalKeys = [...numbers].map((number) => phoneKey(number, country))
  const request = contextQuery(deps.db, { codes, userIds, externalKeys, site: '' })
  const [telephony = fail('internal')] = await inAccountQuery(deps.pool, accountId, request)
  const module = await getSender(deps, caller, telephony, body.clientId, codes)
  http.from(module.code)
  const { moduleId, code } = module
  const { processed, duplicates, closed } = await inAccount(deps.db, accountId, async (trx) => {
    const shops = visibleShopIds(await listShopIds(trx), caller.sites)
    return saveRecords(trx, body.calls, { moduleId, timezone, country, telephony, shops }, `module:${code}`)
  })
  for (const call of closed) await withdraw(deps, accountId, call)
  if (processed > 0) await deps.live.publish(accountId, { type: 'calls-uploaded' })
  return {
    success: true,
    processedCallsCount: processed,
    ...(duplicates.length > 0 && { duplicateCalls: duplicates }),
  }
}
