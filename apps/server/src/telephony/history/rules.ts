import { fromLocalTime } from '@patchbay/contract/base/local-time'
import type { CallRecord, CallResult } from '@patchbay/contract/telephony/history'
import { fail } from '../../lib/errors.ts'
import { sha256 } from '../../lib/security/digest.ts'
import { phoneKey } from '../../lib/text/phone.ts'
import { type Call, endLegs, isMissed, type Leg, resultOf } from '../calls/rules.ts'
import type { TelephonyContext } from '../events/store.ts'

/** A record as it is kept: numbers normalised, names found. */
export type NormalizedRecord = Omit<
  Call,
  'state' | 'missed' | 'endedAt' | 'answeredAt' | 'legs' | 'recorded' | 'result'
> & {
  result: CallResult
}

const endOf = (record: NormalizedRecord): Date =>
  new Date(record.startedAt.getTime() + ((record.durationWaiting ?? 0) + (record.duration ?? 0)) * 1000)

export const callOfRecord = (record: NormalizedRecord): Call => {
  const answeredAt =
    record.result === 'answered' ? new Date(record.startedAt.getTime() + (record.durationWaiting ?? 0) * 1000) : null
  const endedAt = endOf(record)
  const leg: Leg = {
    ...(record.userId !== null && { userId: record.userId }),
    from: record.startedAt.toISOString(),
    ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
    to: endedAt.toISOString(),
  }
  return {
    ...record,
    state: 'ended',
    missed: isMissed(record.direction, record.result),
    answeredAt,
    endedAt,
    legs: record.userId === null ? [] : [leg],
    recorded: true,
  }
}

/**
 * D-26, D-27: the first record of a call holds against everything that events said; a repeat only fills what was empty.
 */
export const decideRecord = (call: Call, record: NormalizedRecord): { call: Call; repeated: boolean } => {
  if (!call.recorded) {
    const told = callOfRecord(record)
    return {
      repeated: false,
      call: {
        ...told,
        customerId: call.customerId ?? told.customerId,
        userId: told.userId ?? call.userId,
        shopId: told.shopId ?? call.shopId,
        externalPhone: told.externalPhone ?? call.externalPhone,
        legs: call.legs.length > 0 ? endLegs(call.legs, (told.endedAt ?? told.startedAt).toISOString()) : told.legs,
      },
    }
  }
  return {
    repeated: true,
    call: {
      ...call,
      customerId: call.customerId ?? record.customerId,
      userId: call.userId ?? record.userId,
      shopId: call.shopId ?? record.shopId,
      externalPhone: call.externalPhone ?? record.externalPhone,
      duration: call.duration ?? record.duration,
      durationWaiting: call.durationWaiting ?? record.durationWaiting,
      recordUrl: call.recordUrl ?? record.recordUrl,
      source: call.source ?? record.source,
    },
  }
}

// History: finished calls, at most 50 at a time, each stored once however often it comes (T-17, T-18, D-26, D-27).

export type UploadContext = {
  moduleId: number
  timezone: string
  country: string
  surroundings: TelephonyContext
  shops: ReadonlyMap<string, number>
}

/** Who handled the call: the extension of this module, or the user whom the record names. */
const userOf = ({ code, userId }: CallRecord, { moduleId, surroundings }: UploadContext): number | null => {
  const byCode = surroundings.extensions.find((one) => one.moduleId === moduleId && one.code === code)
  return byCode?.userId ?? surroundings.people.find(({ id }) => id === userId)?.id ?? null
}

export const readRecord = (
  record: CallRecord,
  place: number,
  customerId: number | null,
  reading: UploadContext,
): NormalizedRecord => {
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
export const contentKeyOf = ({ type, code, userId, phone, date }: CallRecord): Buffer =>
  sha256(JSON.stringify([date.trim(), type, phone.trim(), code ?? '', userId ?? '']))
