import { lastDays } from '@patchbay/contract/base/local-time'
import type {
  acknowledgeDifferences,
  closePaymentDay,
  getPaymentDay,
  listDayEntries,
  listPaymentDays,
  openPaymentDay,
  reopenPaymentDay,
} from '@patchbay/contract/payments/workspace/payment-days'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { findModule, listModules } from '../../platform/modules/store.ts'
import { localDay } from '../../platform/statistics/rules.ts'
import { getUserName } from '../../platform/users/store.ts'
import { countOpenOfDay, listDayDiscrepancies, updateResolvedOfDay } from '../discrepancies/store.ts'
import { actionPath } from '../operations/rules.ts'
import { whyNotClosed } from './day-rules.ts'
import { listEntries } from './entry-store.ts'
import { compareLocked, publishDay } from './service.ts'
import {
  findDay,
  insertClosing,
  insertDay,
  listClosings,
  listDayChanges,
  listDays,
  lockDay,
  type PaymentDayRow,
  updateDay,
} from './store.ts'
import { viewClosing, viewDay, viewDifference, viewEntry } from './view.ts'

const DAYS_PER_PAGE = 60
const ENTRIES_PER_PAGE = 200

/** D-134 */
export const showPaymentDays: Action<Deps, typeof listPaymentDays> = (deps, { accountId }, { query }) =>
  inAccount(deps.db, accountId, async (trx) => {
    const modules = (await listModules(trx)).filter(({ integrations }) => integrations.payment)
    const { module: code, before } = query
    const module = code === undefined ? undefined : await findModule(trx, code)
    if (code !== undefined && !module)
      return fail('input_invalid', { fields: { module: `there is no module: ${code}` } })
    const rows = await listDays(trx, { moduleId: module?.id, before }, DAYS_PER_PAGE)
    const last = rows.length === DAYS_PER_PAGE ? rows.at(-1) : undefined
    return {
      success: true,
      days: rows.map(viewDay),
      ...(last && { next: last.day }),
      modules: modules.map((one) => ({
        code: one.code,
        name: one.name,
        statement: actionPath(one, 'statement') !== undefined,
      })),
    }
  })

/** D-134: a day is fixed when it is opened: another time zone of the account does not move it. */
export const openDay: Action<Deps, typeof openPaymentDay> = async (deps, { accountId }, { body }) => {
  const { timezone } = await deps.accounts.account(accountId)
  const { day, from, to } = localDay(body.day, timezone)
  const [today = ''] = lastDays(deps.now(), timezone, 1)
  if (Number.isNaN(from.getTime())) return fail('input_invalid', { fields: { day: `is not a day: ${day}` } })
  if (day > today) return fail('input_invalid', { fields: { day: 'has not begun yet' } })
  const id = await inAccount(deps.db, accountId, async (trx) => {
    const module = await findModule(trx, body.module)
    if (!module?.integrations.payment)
      return fail('input_invalid', { fields: { module: `there is no payment module: ${body.module}` } })
    return insertDay(trx, { moduleId: module.id, day, from, to })
  })
  await publishDay(deps, accountId, id)
  return { success: true, id }
}

export const showPaymentDay: Action<Deps, typeof getPaymentDay> = (deps, { accountId }, { params: { dayId } }) =>
  inAccount(deps.db, accountId, async (trx) => ({
    success: true,
    day: viewDay((await findDay(trx, dayId)) ?? fail('not_found')),
    differences: (await listDayDiscrepancies(trx, dayId)).map(viewDifference),
    changes: await listDayChanges(trx, dayId),
    closings: (await listClosings(trx, dayId)).map(viewClosing),
  }))

export const showDayEntries: Action<Deps, typeof listDayEntries> = (deps, { accountId }, { query }) =>
  inAccount(deps.db, accountId, async (trx) => {
    const { dayId, result, after = 0 } = query
    if (!(await findDay(trx, dayId))) return fail('not_found')
    const rows = await listEntries(trx, { dayId, result, after }, ENTRIES_PER_PAGE)
    const last = rows.length === ENTRIES_PER_PAGE ? rows.at(-1) : undefined
    return { success: true, entries: rows.map(viewEntry), ...(last && { next: last.place }) }
  })

export const acknowledge: Action<Deps, typeof acknowledgeDifferences> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const acknowledged = await inAccount(deps.db, accountId, async (trx) => {
    const day = (await lockDay(trx, params.dayId)) ?? fail('not_found')
    if (day.state !== 'open') return fail('day_closed')
    const by = await getUserName(trx, caller.userId)
    return updateResolvedOfDay(trx, { dayId: day.id, ids: body.discrepancyIds, by, note: body.note })
  })
  await publishDay(deps, accountId, params.dayId)
  return { success: true, acknowledged }
}

const aboutDay = ({ day, moduleCode, matched, different }: PaymentDayRow) => ({
  recordType: 'Integration payments' as const,
  subject: `${moduleCode} ${day}`,
  detail: { matched, different },
})

/**
 * D-134: what is closed is what is true at that moment: the day is compared once more under its lock. A refusal is decided after
 * the commit, so that what the comparison found stays.
 */
export const closeDay: Action<Deps, typeof closePaymentDay> = async (deps, caller, { params: { dayId } }) => {
  const { accountId, userId } = caller
  const refusal = await inAccount(deps.db, accountId, async (trx) => {
    const before = (await lockDay(trx, dayId)) ?? fail('not_found')
    if (before.state === 'open') await compareLocked(trx, before)
    const day = (await findDay(trx, dayId)) ?? fail('not_found')
    const count = await countOpenOfDay(trx, dayId)
    const why = whyNotClosed(day, count)
    if (why) return { why, count }
    const by = await getUserName(trx, userId)
    await updateDay(trx, dayId, { state: 'closed', closedAt: deps.now(), closedBy: by, changes: [], changeCount: 0 })
    await insertClosing(trx, dayId, { by, ...day })
    await insertAction(trx, { ...aboutDay(day), actor: by, action: 'payment-day.closed' })
    return undefined
  })
  await publishDay(deps, accountId, dayId)
  if (refusal) return fail(refusal.why, { values: { count: String(refusal.count) } })
  return { success: true }
}

/** D-134: the list of what changed stays until the day is closed again. */
export const reopenDay: Action<Deps, typeof reopenPaymentDay> = async (deps, caller, { params: { dayId } }) => {
  const { accountId, userId } = caller
  await inAccount(deps.db, accountId, async (trx) => {
    const closed = (await lockDay(trx, dayId)) ?? fail('not_found')
    if (closed.state === 'open') return fail('day_open')
    await updateDay(trx, dayId, { state: 'open' })
    await compareLocked(trx, { ...closed, state: 'open' })
    const actor = await getUserName(trx, userId)
    return insertAction(trx, { ...aboutDay(closed), actor, action: 'payment-day.reopened' })
  })
  await publishDay(deps, accountId, dayId)
  return { success: true }
}
