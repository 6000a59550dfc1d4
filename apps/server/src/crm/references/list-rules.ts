import { STATUS_GROUPS } from '@patchbay/contract/base/constants'
import type { StatusGroup } from '@patchbay/contract/crm/references'
import type { OrderStatusRow } from './rules.ts'

// The lists of references that are the same in every account.

const only = (code: string, name: string) => ({
  [code]: { code, name, active: true, defaultForCrm: true, defaultForApi: true },
})

export const ORDER_TYPES = only('main', 'Main')
export const ORDER_METHODS = only('api', 'API')
export const PRICE_TYPE = { id: 1, code: 'base', name: 'Base', active: true, default: true }
export const UNITS = [{ code: 'pc', name: 'Piece', sym: 'pc', default: true, active: true }] as const

const NAMES: Record<StatusGroup, string> = {
  new: 'New',
  approval: 'Approval',
  assembling: 'Assembling',
  delivery: 'Delivery',
  complete: 'Complete',
  cancel: 'Canceled',
}

/** Every group with its statuses, also one without any. */
export const groupsOf = (statuses: readonly OrderStatusRow[]) =>
  Object.fromEntries(
    STATUS_GROUPS.map((code, place) => {
      const own = statuses.filter(({ group }) => group === code)
      const isWork = code !== 'complete' && code !== 'cancel'
      const shown = { code, name: NAMES[code], active: true, ordering: (place + 1) * 10, process: isWork }
      return [code, { ...shown, statuses: own.map((status) => status.code) }]
    }),
  )
