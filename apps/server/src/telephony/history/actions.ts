import { fromLocalTime } from '@patchbay/contract/base/local-time'
import type { CallRecord, uploadCalls } from '@patchbay/contract/telephony/events'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { EVERYBODY } from '../../lib/live/live.ts'
import { sha256 } from '../../lib/security/digest.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import { listOwners } from '../calls/call-store.ts'
import { settleCalls } from '../calls/service.ts'
import {
  closeCards,
  identityOf,
  insertUploadedCalls,
  lockUploadedCalls,
  type StoredCall,
  type UploadedCall,
  updateCall,
} from '../calls/store.ts'
import { readSurroundings, speakerOf } from '../events/hear.ts'
import { type Call, callOfRecord, decideRecord, type ReadRecord, resultOf } from '../events/rules.ts'
import { phoneKey } from '../settings/service.ts'
import { listShopIds, type Surroundings } from '../settings/store.ts'

// History: finished calls, at most 50 at a time, each stored once however often it comes (T-17, T-18, D-26, D-27).

type Reading = {
  moduleId: number
  timezone: string
  country: string
  surroundings: Surroundings
  shops: ReadonlyMap<string, number>
}

/** Who handled the call: the extension of this module, or the user whom the record names. */
const userOf = ({ code, userId }: CallRecord, { moduleId, surroundings }: Reading): number | null => {
  const byCode = surroundings.extensions.find((one) => one.moduleId === moduleId && one.code === code)
  return byCode?.userId ?? surroundings.people.find(({ id }) => id === userId)?.id ?? null
}

const readRecord = (record: CallRecord, place: number, customerId: number | null, reading: Reading): ReadRecord => {
  const startedAt = fromLocalTime(record.date, reading.timezone)
  return {
    direction: record.type,
    phone: record.phone.trim(),
    phoneKey: phoneKey(record.phone, reading.country),
    result: resultOf(record.result),
    customerId,
    userId: userOf(record, reading),
    shopId: reading.shops.get(record.site ?? '') ?? null,
    externalPhone: record.externalPhone || null,
    startedAt: startedAt ?? fail('entity_invalid', { fields: { [`${place}.date`]: 'is no date' } }),
    duration: record.duration ?? null,
    durationWaiting: record.durationWaiting ?? null,
    recordUrl: record.recordUrl ?? null,
    source: record.source ?? null,
  }
}

/** What a record without an id consists of: sent again, it is the same call. What may come later is not part of it. */
const contentKeyOf = ({ type, code, userId, phone, date }: CallRecord): Buffer =>
  sha256(JSON.stringify([date.trim(), type, phone.trim(), code ?? '', userId ?? '']))

type Entry = UploadedCall & { record: ReadRecord }

type Merged = { repeated: boolean; ended?: StoredCall; closed?: StoredCall }

const mergeRecord = async (trx: Db, before: StoredCall, record: ReadRecord): Promise<Merged> => {
  const { call, repeated } = decideRecord(before, record)
  if (JSON.stringify(call) !== JSON.stringify(before)) await updateCall(trx, before.id, call)
  if (repeated) return { repeated }
  await closeCards(trx, before.id, 'ended')
  const stored = { ...before, ...call, version: before.version + 1 }
  // A call that ended before our eyes was settled then, unless the record tells another end.
  const isNews = before.state !== 'ended' || before.result !== call.result
  return { repeated, ...(isNews && { ended: stored }), ...(before.state !== 'ended' && { closed: stored }) }
}

const readRecords = async (trx: Db, records: readonly CallRecord[], reading: Reading): Promise<Entry[]> => {
  const numbers = records.map(({ phone }) => parsePhone(phone, reading.country))
  const owners = await listOwners(
    trx,
    numbers.map(({ e164 = '', tail }) => ({ e164, tail })),
  )
  const entries = records.map((given, place): Entry => {
    const record = readRecord(given, place, owners[place] ?? null, reading)
    const externalId = given.externalId?.trim() || null
    const contentKey = externalId === null ? contentKeyOf(given) : null
    return { moduleId: reading.moduleId, externalId, contentKey, call: callOfRecord(record), record }
  })
  // In one order for everybody: two uploads that share calls wait for each other instead of for ever.
  return entries.sort((a, b) => (identity(a) < identity(b) ? -1 : 1))
}

const keepRecords = async (trx: Db, records: readonly CallRecord[], reading: Reading, actor: string) => {
  const entries = await readRecords(trx, records, reading)
  const inserted = await insertUploadedCalls(trx, entries)
  const known = await lockUploadedCalls(
    trx,
    reading.moduleId,
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
      // The same record once more in this upload is a repeat of what was just made of it.
      known.set(identity(entry), { ...before, ...decideRecord(before, entry.record).call })
    } else if (entry.externalId !== null) duplicates.push(entry.externalId)
  }
  await settleCalls(trx, ended, actor)
  return { processed, duplicates: [...new Set(duplicates)], closed }
}

const identity = ({ externalId, contentKey }: UploadedCall): string => identityOf(externalId, contentKey)

/** The record of a call closes a card that is still open somewhere. */
const withdraw = (deps: Deps, accountId: number, { id, version, legs }: StoredCall): Promise<void> => {
  const users = [...new Set(legs.flatMap(({ userId }) => (userId === undefined ? [] : [userId])))]
  const event = { type: 'call-card-withdrawn', callId: id, version, because: 'ended' } as const
  return deps.live.tell(accountId, { users }, event, { of: `call:${id}`, version })
}

export const upload: Action<Deps, typeof uploadCalls> = async (deps, caller, { body }) => {
  const { accountId } = caller
  const { timezone, country } = await deps.directory.account(accountId)
  const codes = body.calls.flatMap(({ code }) => (code ? [code] : []))
  const userIds = body.calls.flatMap(({ userId }) => (userId === undefined ? [] : [userId]))
  const surroundings = await readSurroundings(deps, accountId, { codes, userIds, externalKeys: [], site: '' })
  const { moduleId, code } = speakerOf(surroundings, caller, body.clientId, codes)
  const { processed, duplicates, closed } = await inAccount(deps.db, accountId, async (trx) =>
    keepRecords(
      trx,
      body.calls,
      { moduleId, timezone, country, surroundings, shops: await listShopIds(trx) },
      `module:${code}`,
    ),
  )
  for (const call of closed) await withdraw(deps, accountId, call)
  if (processed > 0) await deps.live.tell(accountId, { topic: EVERYBODY }, { type: 'calls-uploaded' })
  return {
    success: true,
    processedCallsCount: processed,
    ...(duplicates.length > 0 && { duplicateCalls: duplicates }),
  }
}
