import { MOST_STATEMENT_BYTES } from '@patchbay/contract/payments/day-constants'
import type { fetchStatement, StatementUploadReply } from '@patchbay/contract/payments/workspace/payment-days'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { type SpooledFile, withSpooledFile } from '../../lib/storage/spool.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { actionPath } from '../operations/rules.ts'
import { publishDay } from '../payment-days/service.ts'
import { findDay, lockDay, updateDay } from '../payment-days/store.ts'
import { type ReadFile, readStatementFile } from './file-service.ts'
import { statementLane } from './rules.ts'
import { compareNeighbours, saveStatement } from './service.ts'

/** D-133: a worker asks the module: a long statement takes many requests, and a restart must not lose it. */
export const requestStatement: Action<Deps, typeof fetchStatement> = async (deps, caller, { params: { dayId } }) => {
  const { accountId } = caller
  await inAccount(deps.db, accountId, async (trx) => {
    const day = (await lockDay(trx, dayId)) ?? fail('not_found')
    if (day.state !== 'open') return fail('day_closed')
    const module = await findModuleById(trx, day.moduleId)
    if (!module || actionPath(module, 'statement') === undefined) return fail('statement_unsupported')
    await updateDay(trx, dayId, { statement: 'requested', statementProblem: null })
    return deps.lanes.enqueue(trx, statementLane(day), 'at once')
  })
  await deps.lanes.notifyWorkers()
  await publishDay(deps, accountId, dayId)
  return { success: true }
}

type Upload = { dayId: number; name: string; mapping?: string }

const saveFile = async (
  deps: Deps,
  { accountId, userId }: UserCaller,
  { dayId, name }: Upload,
  read: Extract<ReadFile, { ok: true }>,
): Promise<void> => {
  const saved = await inAccount(deps.db, accountId, async (trx) => {
    const day = (await lockDay(trx, dayId)) ?? fail('not_found')
    if (day.state !== 'open') return fail('day_closed')
    await saveStatement(trx, day, read.lines, { source: 'file', at: deps.now(), skipped: read.skipped })
    await insertAction(trx, {
      recordType: 'Integration payments',
      actor: await getUserName(trx, userId),
      action: 'statement.uploaded',
      subject: `${day.moduleCode} ${day.day}`,
      detail: { file: name, lines: read.lines.length },
    })
    return day
  })
  await publishDay(deps, accountId, dayId)
  await compareNeighbours(deps, accountId, saved)
}

const receive = async (
  deps: Deps,
  caller: UserCaller,
  upload: Upload,
  file: SpooledFile | undefined,
): Promise<StatementUploadReply> => {
  if (!file) return { success: true, problem: { code: 'too-long' } }
  if (file.size === 0) return { success: true, problem: { code: 'empty-file' } }
  const { timezone: zone, currency } = await deps.accounts.account(caller.accountId)
  const read = await readStatementFile(file.path, { mapping: upload.mapping, zone, currency })
  if (!read.ok) return { success: true, problem: read.problem, ...(read.columns && { columns: read.columns }) }
  await saveFile(deps, caller, upload, read)
  return { success: true }
}

/** D-133: a statement as a CSV file, for modules that offer none. With a mistake in it nothing is stored. */
export const uploadStatement = async (
  deps: Deps,
  caller: UserCaller,
  upload: Upload,
  source: AsyncIterable<Buffer>,
): Promise<StatementUploadReply> => {
  const day = await inAccount(deps.db, caller.accountId, (trx) => findDay(trx, upload.dayId))
  if (!day) return fail('not_found')
  if (day.state !== 'open') return fail('day_closed')
  return withSpooledFile(deps.storage.spoolFolder, source, MOST_STATEMENT_BYTES, (file) =>
    receive(deps, caller, upload, file),
  )
}
