import type {
  editPaymentStatus,
  editPaymentType,
  listWorkspaceReferences,
  listOrderStatuses as orderStatusesEndpoint,
  listPaymentStatuses as paymentStatusesEndpoint,
  listPaymentTypes as paymentTypesEndpoint,
} from '@patchbay/contract/references'
import { insertAction } from '../action-log/store.ts'
import type { Deps } from '../deps.ts'
import type { KeyCaller } from '../lib/callers.ts'
import type { Db } from '../lib/db.ts'
import { fail } from '../lib/errors.ts'
import type { Action } from '../lib/route.ts'
import { inAccount } from '../lib/transaction.ts'
import { listShops } from '../shops/store.ts'
import { decidePaymentStatus, decidePaymentType } from './rules.ts'
import {
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
  listTypeModules,
  lockPaymentStatus,
  lockPaymentType,
  savePaymentStatus,
  savePaymentType,
  type TypeModule,
} from './store.ts'

const byCode = <Row extends { code: string }>(rows: readonly Row[]): Record<string, Row> =>
  Object.fromEntries(rows.map((row) => [row.code, row]))

export const showOrderStatuses: Action<Deps, typeof orderStatusesEndpoint> = async (deps, caller) => {
  const rows = await inAccount(deps.db, caller.accountId, listOrderStatuses)
  return { success: true, statuses: byCode(rows.map((row) => ({ ...row, active: true }))) }
}

export const showPaymentStatuses: Action<Deps, typeof paymentStatusesEndpoint> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const types = (await listPaymentTypes(trx)).map(({ code }) => code)
    const statuses = (await listPaymentStatuses(trx)).map(({ isDefault, complete, ...row }) => ({
      ...row,
      defaultForCrm: isDefault,
      defaultForApi: isDefault,
      paymentComplete: complete,
      paymentTypes: types,
    }))
    return { success: true, paymentStatuses: byCode(statuses) }
  })

/** D-05: a key that is bound to shops sees the ways to pay of these, and of its own shops only. */
export const showPaymentTypes: Action<Deps, typeof paymentTypesEndpoint> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const statuses = (await listPaymentStatuses(trx)).filter(({ active }) => active).map(({ code }) => code)
    const seen = (code: string) => caller.sites === null || caller.sites.includes(code)
    const modules = await listTypeModules(trx)
    const types = (await listPaymentTypes(trx))
      .filter(({ sites }) => sites === null || sites.some(seen))
      .map(({ isDefault, sites, ...row }) => ({
        ...row,
        defaultForCrm: isDefault,
        defaultForApi: isDefault,
        deliveryTypes: [],
        paymentStatuses: statuses,
        sites: (sites ?? []).filter(seen),
        ...moduleOf(modules.get(row.code)),
      }))
    return { success: true, paymentTypes: byCode(types) }
  })

const moduleOf = (module: TypeModule | undefined) => {
  if (!module) return {}
  const { logo, ...rest } = module
  return { integrationModule: { ...rest, ...(logo !== null && { logo }) } }
}
/** The workspace's own look-up table. */
export const showReferences: Action<Deps, typeof listWorkspaceReferences> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => ({
    success: true,
    orderStatuses: (await listOrderStatuses(trx)).map(({ code, name, open }) => ({ code, name, open })),
    paymentTypes: (await listPaymentTypes(trx)).map(({ code, name, active }) => ({ code, name, active })),
    paymentStatuses: (await listPaymentStatuses(trx)).map(({ code, name, complete }) => ({ code, name, complete })),
    shops: (await listShops(trx)).map(({ code, name }) => ({ code, name })),
  }))

const log = (trx: Db, caller: KeyCaller, what: string, code: string, isNew: boolean): Promise<void> =>
  insertAction(trx, {
    recordType: 'References',
    actor: `API key ${caller.keyId}`,
    action: isNew ? `${what} made` : `${what} changed`,
    subject: code,
  })

export const changePaymentStatus: Action<Deps, typeof editPaymentStatus> = async (deps, caller, { params, body }) => {
  // These lists are the whole account's.
  if (caller.sites !== null) fail('access_denied')
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const before = await lockPaymentStatus(trx, params.code)
    const decision = decidePaymentStatus(before, params.code, body.paymentStatus)
    if (!decision.ok) return fail('entity_invalid', { fields: decision.fields })
    await savePaymentStatus(trx, decision.row)
    await log(trx, caller, 'payment status', params.code, !before)
  })
  return { success: true }
}

export const changePaymentType: Action<Deps, typeof editPaymentType> = async (deps, caller, { params, body }) => {
  if (caller.sites !== null) fail('access_denied')
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const before = await lockPaymentType(trx, params.code)
    const decision = decidePaymentType(before, params.code, body.paymentType)
    if (!decision.ok) return fail('entity_invalid', { fields: decision.fields })
    await savePaymentType(trx, decision.row)
    await log(trx, caller, 'payment type', params.code, !before)
  })
  return { success: true }
}
