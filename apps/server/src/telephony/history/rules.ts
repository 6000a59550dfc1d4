import { fromLocalTime } from '@patchbay/contract/base/local-time'
import type { CallRecord, CallResult } from '@patchbay/contract/telephony/history'
import { sha256 } from '../../lib/security/digest.ts'
import { phoneKey } from '../../lib/text/phone.ts'
import { type Call, endLegs, isMissed, type Leg, resultOf } from '../calls/rules.ts'
import type { TelephonyContext } from '../events/store.ts'

/** A record as it is stored: its number normalized, its user, customer and shop found. */
export type NormalizedRecord = Omit<
  Call,
  'state' | 'missed' | 'endedAt' | 'answeredAt' | 'legs' | 'recorded' | 'result'
> & {
  result: CallResult
}

const endOf = (record: NormalizedRecord): Date =>
  new Date(record.startedAt.getTime() + ((record.durationWaiting ?? 0) + (record.duration ?? 0)) * 1000)

/** D-25, D-26: the call that a record describes: ended, with at most one leg. */
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

/** D-26, D-27: the first record of a call overrides what events reported; a repeat only fills empty fields. */
export const decideRecord = (call: Call, record: NormalizedRecord): { call: Call; repeated: boolean } => {
  if (!call.recorded) {
    const uploaded = callOfRecord(record)
    return {
      repeated: false,
      call: {
        ...uploaded,
        customerId: call.customerId ?? uploaded.customerId,
        userId: uploaded.userId ?? call.userId,
        shopId: uploaded.shopId ?? call.shopId,
        externalPhone: uploaded.externalPhone ?? call.externalPhone,
        legs:
          call.legs.length > 0
            ? endLegs(call.legs, (uploaded.endedAt ?? uploaded.startedAt).toISOString())
            : uploaded.legs,
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

export type UploadContext = {
  moduleId: number
  timezone: string
  country: string
  telephony: TelephonyContext
  shops: ReadonlyMap<string, number>
}

/** The user of the extension in this module, else the user whom the record names. */
const userOf = ({ code, userId }: CallRecord, { moduleId, telephony }: UploadContext): number | null => {
  const byCode = telephony.extensions.find((one) => one.moduleId === moduleId && one.code === code)
  return byCode?.userId ?? telephony.people.find(({ id }) => id === userId)?.id ?? null
}

/** T-16: the shop that the record names, else that of the external number. An event is the other way round: its card shows the number's. */
const shopOf = ({ site, externalPhone }: CallRecord, context: UploadContext): number | null => {
  const key = externalPhone ? phoneKey(externalPhone, context.country) : undefined
  const number = context.telephony.numbers.find((one) => one.moduleId === context.moduleId && one.key === key)
  return context.shops.get(site ?? '') ?? number?.shopId ?? null
}

/** T-17, D-26: undefined when its date is invalid. */
export const readRecord = (
  record: CallRecord,
  customerId: number | null,
  context: UploadContext,
): NormalizedRecord | undefined => {
  const startedAt = fromLocalTime(record.date, context.timezone)
  if (!startedAt) return undefined
  return {
    direction: record.type,
    phone: record.phone.trim(),
    phoneKey: phoneKey(record.phone, context.country),
    result: resultOf(record.result),
    customerId,
    userId: userOf(record, context),
    shopId: shopOf(record, context),
    externalPhone: record.externalPhone || null,
    startedAt,
    duration: record.duration ?? null,
    durationWaiting: record.durationWaiting ?? null,
    recordUrl: record.recordUrl ?? null,
    source: record.source ?? null,
  }
}

/**
 * T-18, D-26: the key of a record without an id, so that a repeat is the same call. Fields that a repeat may fill are
 * left out.
 */
export const contentKeyOf = ({ type, code, userId, phone, date }: CallRecord): Buffer =>
  sha256(JSON.stringify([date.trim(), type, phone.trim(), code ?? '', userId ?? '']))
