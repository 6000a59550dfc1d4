import type { Changes } from '../timeline/rules.ts'

// D-94: from the difference of two states to the changes that programs poll, with the field names of public clients.

export type Part = { item: { id: number; externalId?: string; productName: string } } | { payment: PaymentPart }
type PaymentPart = { id: number; externalId?: string; type: string }

export type Change = {
  field: string
  oldValue: unknown
  newValue: unknown
  created?: true
  part?: Part
}

/** Fields whose public name is not ours in snake case. */
const NAMES: Record<string, string> = {
  customerId: 'customer',
  managerId: 'manager',
  discount: 'discount_manual_amount',
  total: 'total_summ',
  'address.countryIso': 'address.country',
  'deliveryAddress.countryIso': 'delivery_address.country',
}
const CODES = new Set(['status', 'type', 'deliveryType'])
const IDS = new Set(['customerId', 'managerId'])

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Public clients read codes and ids of other entities as objects. */
const shownValue = (name: string, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (CODES.has(name)) return { code: value }
  return IDS.has(name) ? { id: value } : value
}

const changeOf = (name: string, [before, after]: [unknown, unknown], prefix = ''): Change => ({
  field: `${prefix}${NAMES[name] ?? snakeCase(name)}`,
  oldValue: shownValue(name, before),
  newValue: shownValue(name, after),
})

/** Items have ids and are compared one by one. */
const ELSEWHERE = new Set(['items'])

export const changesOf = (differences: Changes): Change[] =>
  Object.entries(differences)
    .filter(([name]) => !ELSEWHERE.has(name))
    .map(([name, pair]) => changeOf(name, pair))

/** Public clients recognise a new order by its first status, and a new customer by its id. */
export const orderCreated = (status: string): Change => ({
  field: 'status',
  oldValue: null,
  newValue: { code: status },
  created: true,
})

export const customerCreated = (id: number): Change => ({ field: 'id', oldValue: null, newValue: id, created: true })

/** Only the undo of an import deletes what it has created. */
export const entityDeleted = (id: number): Change => ({ field: 'id', oldValue: id, newValue: null })

export type ItemState = {
  id: number
  externalId: string | null
  name: string
  initialPrice: string
  quantity: string
  vatRate: string
}

const itemPart = ({ id, externalId, name }: ItemState): Part => ({
  item: { id, productName: name, ...(externalId !== null && { externalId }) },
})

const shownItem = ({ id, initialPrice, quantity }: ItemState) => ({ id, initialPrice, quantity })

export const itemChanges = (before: readonly ItemState[], after: readonly ItemState[]): Change[] => {
  const [was, is] = [before, after].map((items) => new Map(items.map((item) => [item.id, item])))
  const removed = before.filter(({ id }) => !is?.has(id))
  return [
    ...removed.map((item) => ({
      ...{ field: 'order_product', oldValue: shownItem(item), newValue: null, part: itemPart(item) },
    })),
    ...after.flatMap((item): Change[] => {
      const old = was?.get(item.id)
      const part = itemPart(item)
      if (!old) return [{ field: 'order_product', oldValue: null, newValue: shownItem(item), part }]
      const names = (['externalId', 'name', 'initialPrice', 'quantity', 'vatRate'] as const).filter(
        (name) => old[name] !== item[name],
      )
      return names.map((name) => ({ ...changeOf(name, [old[name], item[name]], 'order_product.'), part }))
    }),
  ]
}

/** A payment that was added, changed or removed; `differences` are those of a changed one. */
export const paymentChanges = (
  payment: PaymentPart,
  kind: 'added' | 'changed' | 'removed',
  differences: Changes,
): Change[] => {
  const part = { payment }
  if (kind === 'added') return [{ field: 'payments', oldValue: null, newValue: { code: payment.type }, part }]
  if (kind === 'removed') return [{ field: 'payments', oldValue: { code: payment.type }, newValue: null, part }]
  return Object.entries(differences).map(([name, pair]) => ({ ...changeOf(name, pair, 'payments.'), part }))
}
