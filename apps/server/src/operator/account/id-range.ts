import { withClient } from '../database-client.ts'
import type { Result } from '../result.ts'
import { LOCK_TIMEOUT, repeatWhileLocked } from '../while-locked.ts'

// D-135: account ids come from a range of each cell, so that an account keeps its id wherever it moves.

export type IdRange = { first: number; last: number }

/** account.id is an integer. */
const HIGHEST = 2_147_483_647

/** `1000001-2000000`; undefined where that is no range. */
export const readRange = (text: string): IdRange | undefined => {
  const [first, last] = (/^(\d+)-(\d+)$/.exec(text)?.slice(1) ?? []).map(Number)
  if (first === undefined || last === undefined || first < 1 || first > last || last > HIGHEST) return undefined
  return { first, last }
}

const changeRange = (ownerUrl: string, { first, last }: IdRange): Promise<Result> =>
  withClient(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await client.query('lock table account_host in share row exclusive mode')
    const { rows } = await client.query<{ highest: number | null }>(
      'select max(account_id) as highest from account_host where account_id between $1 and $2',
      [first, last],
    )
    const { rows: sequence } = await client.query<{ used: number }>(
      // Where it was restarted and not used since, those before were.
      'select (case when is_called then last_value else last_value - 1 end)::integer as used from account_id_seq',
    )
    // An id is never given twice, not even that of an account that was erased.
    const used = [rows[0]?.highest ?? 0, sequence[0]?.used ?? 0].filter((id) => id >= first && id <= last)
    const next = Math.max(first, ...used.map((id) => id + 1))
    if (next > last) throw new Error(`every id up to ${last} was given; choose another range`)
    // As one statement, or nextval could fail in between. No cycle: an overrun is an error. By the sequence and not by its
    // column, which would lock the table of accounts against everybody, and wait for a dump to end.
    await client.query(
      `alter sequence account_id_seq minvalue ${first} maxvalue ${last} start ${first} no cycle restart ${next}`,
    )
    await client.query('commit')
    return { text: `account ids ${first} to ${last}; the next account gets ${next}`, data: { first, last, next } }
  })
/** The next account gets the first free id of the range; the one after the last is refused by PostgreSQL. */
export const setIdRange = (ownerUrl: string, text: string): Promise<Result> => {
  const range = readRange(text)
  if (!range) throw new Error(`not a range of account ids: ${text}; write it like 1000001-2000000, up to ${HIGHEST}`)
  return repeatWhileLocked(() => changeRange(ownerUrl, range))
}
