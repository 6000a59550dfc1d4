import { toLocalTime } from '@patchbay/contract/base/local-time'
import type { Customer } from '@patchbay/contract/crm/customers'
import type { CustomerChange, OrderChange } from '@patchbay/contract/crm/history'
import type { Order } from '@patchbay/contract/crm/orders'
import type { StoredChange } from './store.ts'

type Viewer = { keyId: string; zone: string }

/** user:7, key:ab12, module:pbx-1 or system, as `actorOf` writes them. */
const presentActor = (actor: string, keyId: string) => {
  const [kind, id = ''] = actor.split(':')
  if (kind === 'user') return { source: 'user' as const, user: { id: Number(id) } }
  if (kind === 'key') return { source: 'api' as const, apiKey: { current: id === keyId } }
  return { source: 'code' as const }
}

const presentChange = (change: StoredChange, { keyId, zone }: Viewer) => ({
  id: change.id,
  createdAt: toLocalTime(change.at, zone),
  ...(change.created && { created: true }),
  ...presentActor(change.actor, keyId),
  field: change.field,
  oldValue: change.oldValue,
  newValue: change.newValue,
})

const orderPart = ({ id, externalId, number, site, status, managerId }: Order): OrderChange['order'] => ({
  ...{ id, number, site, status },
  ...(externalId !== undefined && { externalId }),
  ...(managerId !== undefined && { managerId }),
})

export const presentOrderChange = (change: StoredChange, order: Order | undefined, viewer: Viewer): OrderChange => ({
  ...presentChange(change, viewer),
  order: order ? (change.created ? order : orderPart(order)) : { id: change.subjectId },
  ...change.part,
})

export const presentCustomerChange = (
  change: StoredChange,
  customer: Customer | undefined,
  viewer: Viewer,
): CustomerChange => {
  const { id, externalId, site } = customer ?? { id: change.subjectId }
  const part = { id, ...(externalId !== undefined && { externalId }), ...(site !== undefined && { site }) }
  return { ...presentChange(change, viewer), customer: change.created && customer ? customer : part }
}
