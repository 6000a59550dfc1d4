import type { ActionCode } from '@patchbay/contract/platform/workspace/action-log'
import type pg from 'pg'
import { GRACE_DAYS } from '../../platform/closing/rules.ts'
import { OPERATOR } from '../commands.ts'
import { withClient } from '../database-client.ts'
import type { Result } from '../result.ts'

// D-137: the app's role reads whether an account is closed; these commands, as the owner's role, decide it.

type State = { closed_at: Date | null; erase_at: Date | null; held_because: string | null }

/** Runs work in a transaction of the account, as the owner of the tables, and records it in the Action Log. */
const change = (
  ownerUrl: string,
  accountId: number,
  action: ActionCode,
  work: (client: pg.Client) => Promise<Record<string, unknown>>,
): Promise<State> =>
  withClient(ownerUrl, async (client) => {
    await client.query(`begin; set local app.account = '${accountId}'`)
    await client.query('insert into account_closing default values on conflict do nothing')
    const detail = await work(client)
    await client.query(`insert into action_log (record_type, actor, action, detail) values ('Settings', $1, $2, $3)`, [
      OPERATOR,
      action,
      JSON.stringify(detail),
    ])
    const { rows } = await client.query<State>('select closed_at, erase_at, held_because from account_closing')
    await client.query('commit')
    if (!rows[0]) throw new Error('the account has no state')
    return rows[0]
  })

const dayOf = (moment: Date | null): string => moment?.toISOString().slice(0, 16).replace('T', ' ') ?? ''

export const closeAccount = async (
  ownerUrl: string,
  accountId: number,
  graceDays: number = GRACE_DAYS,
): Promise<Result> => {
  const state = await change(ownerUrl, accountId, 'account.closed', async (client) => {
    // Closed again, the time that was promised at first stays.
    await client.query(
      `update account_closing set closed_at = coalesce(closed_at, now()),
         erase_at = coalesce(erase_at, now() + make_interval(days => $1))`,
      [graceDays],
    )
    return { graceDays }
  })
  const held =
    state.held_because === null ? '' : `; held (${state.held_because}): it is not erased before the hold ends`
  return {
    text: `closed: servers refuse it within a second; erased after ${dayOf(state.erase_at)} UTC${held}. patchbay account reopen undoes it until then`,
    data: { accountId, closedAt: state.closed_at, eraseAt: state.erase_at, heldBecause: state.held_because },
  }
}

export const reopenAccount = async (ownerUrl: string, accountId: number): Promise<Result> => {
  await change(ownerUrl, accountId, 'account.reopened', async (client) => {
    const { rowCount } = await client.query(
      `update account_closing set closed_at = null, erase_at = null where closed_at is not null and (erase_at > now() or held_because is not null)`,
    )
    if (!rowCount) throw new Error('the account is not closed, or its time is over and it is being erased')
    return {}
  })
  return { text: 'open again', data: { accountId, closed: false } }
}

/** A legal hold: nothing of the account is erased while it lasts. */
export const holdAccount = async (
  ownerUrl: string,
  accountId: number,
  because: string | undefined,
): Promise<Result> => {
  const action = because === undefined ? 'account.released' : 'account.held'
  await change(ownerUrl, accountId, action, async (client) => {
    await client.query(
      'update account_closing set held_because = $1::text, held_at = case when $1::text is null then null else now() end',
      [because ?? null],
    )
    return because === undefined ? {} : { because }
  })
  return {
    text: because === undefined ? 'the hold is lifted' : `held: nothing is erased (${because})`,
    data: { accountId, heldBecause: because ?? null },
  }
}

/** Throws where the law wants the data kept. */
export const assertNotHeld = async (client: pg.Client, accountId: number): Promise<void> => {
  const { rows } = await client.query<{ held_because: string | null }>(
    'select held_because from account_closing where account_id = $1',
    [accountId],
  )
  const because = rows[0]?.held_because
  if (because) throw new Error(`the account is held (${because}): nothing is erased; patchbay account release lifts it`)
}
