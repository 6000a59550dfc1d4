import { type RawBuilder, sql } from 'kysely'

/** Rows that get another owner. */
export type Move = {
  from: number
  into: number
  /** Only these of them; absent: all. */
  ids?: readonly number[]
}

/** The condition of a statement that moves rows. */
export const onlyIds = ({ ids }: Move): RawBuilder<unknown> =>
  ids === undefined ? sql`` : sql`and id = any(${ids}::bigint[])`

export const movedIds = async (
  db: Parameters<RawBuilder<{ id: number }>['execute']>[0],
  statement: RawBuilder<{ id: number }>,
): Promise<number[]> => (await statement.execute(db)).rows.map(({ id }) => id)
