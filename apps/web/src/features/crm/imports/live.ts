import type { LiveKeys } from '../../../lib/live-keys.ts'

/** Lists of customers and orders are read again when a step has ended, not with every batch. */
export const importKeys: LiveKeys = {
  'import-changed': ({ finished }) => (finished ? [['imports'], ['customers'], ['orders'], ['search']] : [['imports']]),
}
