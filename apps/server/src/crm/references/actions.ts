import type {
  listDeliveryTypes as deliveryTypesEndpoint,
  editDeliveryType,
  editOrderStatus,
  editPaymentStatus,
  editPaymentType,
  listOrderStatuses as orderStatusesEndpoint,
  PaymentStatus,
  PaymentType,
  listPaymentStatuses as paymentStatusesEndpoint,
  listPaymentTypes as paymentTypesEndpoint,
} from '@patchbay/contract/crm/references'
import type {
  listWorkspaceReferences,
  listWorkspaceStatuses,
  saveWorkspaceDeliveryType,
  saveWorkspaceOrderStatus,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
} from '@patchbay/contract/crm/workspace/references'
import type { ActionCode } from '@patchbay/contract/platform/workspace/action-log'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller, UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { rejectMismatch, type UpsertIntent } from '../../lib/http-in/upsert-intent.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { isShopVisible, type Sites } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import {
  type Decision,
  decideDeliveryType,
  decideOrderStatus,
  decidePaymentStatus,
  decidePaymentType,
} from './rules.ts'
import {
  listDeliveryTypes,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
  listTypeModules,
  lockDeliveryType,
  lockOrderStatus,
  lockPaymentStatus,
  lockPaymentType,
  saveDeliveryType,
  saveOrderStatus,
  savePaymentStatus,
  savePaymentType,
  type TypeModule,
} from './store.ts'

const byCode = <Row extends { code: string }>(rows: readonly Row[]): Record<string, Row> =>
  Object.fromEntries(rows.map((row) => [row.code, row]))

const paymentStatuses = async (trx: Db): Promise<PaymentStatus[]> => {
  const types = (await listPaymentTypes(trx)).map(({ code }) => code)
  return (await listPaymentStatuses(trx)).map(({ isDefault, complete, ...row }) => ({
    ...row,
    defaultForCrm: isDefault,
    defaultForApi: isDefault,
    paymentComplete: complete,
    paymentTypes: types,
  }))
}

const moduleOf = (module: TypeModule | undefined) => {
  if (!module) return {}
  const { logo, ...rest } = module
  return { integrationModule: { ...rest, ...(logo !== null && { logo }) } }
}

/** D-05: a caller limited to shops sees their payment types, and no other shops in them. */
const paymentTypes = async (trx: Db, visible: Sites): Promise<PaymentType[]> => {
  const statuses = (await listPaymentStatuses(trx)).filter(({ active }) => active).map(({ code }) => code)
  const isVisible = (code: string) => isShopVisible(visible, code)
  const modules = await listTypeModules(trx)
  const deliveryTypes = (await listDeliveryTypes(trx)).map(({ code }) => code)
  return (await listPaymentTypes(trx))
    .filter(({ sites }) => sites === null || sites.some(isVisible))
    .map(({ isDefault, sites, ...row }) => ({
      ...row,
      defaultForCrm: isDefault,
      defaultForApi: isDefault,
      deliveryTypes,
      paymentStatuses: statuses,
      sites: (sites ?? []).filter(isVisible),
      ...moduleOf(modules.get(row.code)),
    }))
}

export const showOrderStatuses: Action<Deps, typeof orderStatusesEndpoint> = async (deps, caller) => ({
  success: true,
  statuses: byCode(await inAccount(deps.db, caller.accountId, listOrderStatuses)),
})

export const showPaymentStatuses: Action<Deps, typeof paymentStatusesEndpoint> = async (deps, caller) => ({
  success: true,
  paymentStatuses: byCode(await inAccount(deps.db, caller.accountId, paymentStatuses)),
})

export const showPaymentTypes: Action<Deps, typeof paymentTypesEndpoint> = async (deps, caller) => ({
  success: true,
  paymentTypes: byCode(await inAccount(deps.db, caller.accountId, (trx) => paymentTypes(trx, caller.sites))),
})

export const showDeliveryTypes: Action<Deps, typeof deliveryTypesEndpoint> = async (deps, caller) => ({
  success: true,
  deliveryTypes: byCode(await inAccount(deps.db, caller.accountId, listDeliveryTypes)),
})

/** The complete lists, for administrators. */
export const showStatuses: Action<Deps, typeof listWorkspaceStatuses> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => ({
    success: true,
    orderStatuses: await listOrderStatuses(trx),
    paymentStatuses: await paymentStatuses(trx),
    paymentTypes: await paymentTypes(trx, null),
    deliveryTypes: await listDeliveryTypes(trx),
  }))

/** Codes and names, for the workspace. */
export const showReferences: Action<Deps, typeof listWorkspaceReferences> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => ({
    success: true,
    orderStatuses: (await listOrderStatuses(trx)).map(({ code, name, open, active }) => ({ code, name, open, active })),
    paymentTypes: (await listPaymentTypes(trx)).map(({ code, name, active }) => ({ code, name, active })),
    deliveryTypes: (await listDeliveryTypes(trx)).map(({ code, name, active }) => ({ code, name, active })),
    paymentStatuses: (await listPaymentStatuses(trx)).map(({ code, name, complete }) => ({ code, name, complete })),
    shops: (await listShops(trx)).map(({ code, name, currency }) => ({ code, name, ...(currency && { currency }) })),
  }))

// Statuses and payment types are saved alike, from the API and from the workspace.

type Kind<Row, Edit> = {
  created: ActionCode
  changed: ActionCode
  lock: (trx: Db, code: string) => Promise<Row | undefined>
  decide: (before: Row | undefined, code: string, edit: Edit) => Decision<Row>
  save: (trx: Db, row: Row) => Promise<void>
}

const ORDER_STATUS = {
  created: 'order-status.created',
  changed: 'order-status.changed',
  lock: lockOrderStatus,
  decide: decideOrderStatus,
  save: saveOrderStatus,
} as const

const STATUS = {
  created: 'payment-status.created',
  changed: 'payment-status.changed',
  lock: lockPaymentStatus,
  decide: decidePaymentStatus,
  save: savePaymentStatus,
} as const

const TYPE = {
  created: 'payment-type.created',
  changed: 'payment-type.changed',
  lock: lockPaymentType,
  decide: decidePaymentType,
  save: savePaymentType,
} as const

const DELIVERY_TYPE = {
  created: 'delivery-type.created',
  changed: 'delivery-type.changed',
  lock: lockDeliveryType,
  decide: decideDeliveryType,
  save: saveDeliveryType,
} as const

const saveReference = async <Row extends object, Edit>(
  deps: Deps,
  accountId: number,
  kind: Kind<Row, Edit>,
  change: UpsertIntent,
  edit: Edit,
): Promise<{ success: true }> => {
  await inAccount(deps.db, accountId, async (trx) => {
    const before = await kind.lock(trx, change.code)
    rejectMismatch(change, before)
    const decision = kind.decide(before, change.code, edit)
    if (!decision.ok) return fail('entity_invalid', { fields: decision.fields })
    await kind.save(trx, decision.row)
    await insertAction(trx, {
      recordType: 'References',
      actor: await change.actor(trx),
      action: before ? kind.changed : kind.created,
      subject: change.code,
    })
  })
  return { success: true }
}

/** D-05: these lists belong to the whole account: a key limited to shops may not change them. */
const byKey = (caller: KeyCaller, code: string): UpsertIntent =>
  caller.sites === null ? { code, actor: async () => `API key ${caller.keyId}` } : fail('access_denied')

const byUser = (caller: UserCaller, code: string, isNew: boolean): UpsertIntent => ({
  code,
  isNew,
  actor: (trx) => getUserName(trx, caller.userId),
})

export const changeOrderStatus: Action<Deps, typeof editOrderStatus> = async (deps, caller, { params, body }) =>
  saveReference(deps, caller.accountId, ORDER_STATUS, byKey(caller, params.code), body.status)

export const changePaymentStatus: Action<Deps, typeof editPaymentStatus> = async (deps, caller, { params, body }) =>
  saveReference(deps, caller.accountId, STATUS, byKey(caller, params.code), body.paymentStatus)

export const changePaymentType: Action<Deps, typeof editPaymentType> = async (deps, caller, { params, body }) =>
  saveReference(deps, caller.accountId, TYPE, byKey(caller, params.code), body.paymentType)

export const changeDeliveryType: Action<Deps, typeof editDeliveryType> = async (deps, caller, { params, body }) =>
  saveReference(deps, caller.accountId, DELIVERY_TYPE, byKey(caller, params.code), body.deliveryType)

export const saveOrderStatusInWorkspace: Action<Deps, typeof saveWorkspaceOrderStatus> = (
  deps,
  caller,
  { params, body },
) => saveReference(deps, caller.accountId, ORDER_STATUS, byUser(caller, params.code, body.isNew), body.orderStatus)

export const savePaymentStatusInWorkspace: Action<Deps, typeof saveWorkspacePaymentStatus> = (
  deps,
  caller,
  { params, body },
) => saveReference(deps, caller.accountId, STATUS, byUser(caller, params.code, body.isNew), body.paymentStatus)

export const savePaymentTypeInWorkspace: Action<Deps, typeof saveWorkspacePaymentType> = (
  deps,
  caller,
  { params, body },
) => saveReference(deps, caller.accountId, TYPE, byUser(caller, params.code, body.isNew), body.paymentType)

export const saveDeliveryTypeInWorkspace: Action<Deps, typeof saveWorkspaceDeliveryType> = (
  deps,
  caller,
  { params, body },
) => saveReference(deps, caller.accountId, DELIVERY_TYPE, byUser(caller, params.code, body.isNew), body.deliveryType)
