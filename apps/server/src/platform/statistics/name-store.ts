import type { Db } from '../../lib/db/database.ts'
import type { NamedValue } from './rules.ts'

// The names of what figures are broken down by. What was deleted since keeps its figures.

export const listModuleNames = (db: Db): Promise<NamedValue[]> =>
  db.selectFrom('integration_module').select(['id', 'code as value', 'name']).execute()

export const listShopNames = (db: Db): Promise<NamedValue[]> =>
  db.selectFrom('shop').select(['id', 'code as value', 'name']).execute()
