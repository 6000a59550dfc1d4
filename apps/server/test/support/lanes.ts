// A barrier for background work: before a test asserts that nothing was sent, the worker has finished all lanes.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import type { System } from './system.ts'

/**
 * Waits until the worker has finished every lane to this module of Fern's, or to all of them, and none waits for later. The
 * figures of reports follow a second later and send nothing, so they do not count.
 */
export const lanesDone = async ({ deps, fern }: Pick<System, 'deps' | 'fern'>, code?: string): Promise<void> => {
  const unfinished = () =>
    inAccount(deps.db, fern.accountId, (trx) => {
      const lanes = trx
        .selectFrom('lane')
        .select(['kind', 'key', 'next_at', 'held_until'])
        .where('kind', '<>', 'statistics')
        .where((or) => or.or([or('next_at', 'is not', null), or('held_until', 'is not', null)]))
      if (code === undefined) return lanes.execute()
      const endpoint = trx
        .selectFrom('integration_module')
        .select(sql<string>`id::text`.as('id'))
        .where('code', '=', code)
      return lanes.where('endpoint', '=', endpoint).execute()
    })
  await expect.poll(unfinished).toEqual([])
}
