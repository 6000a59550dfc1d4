import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import type { ByteRange } from '../../lib/http-out/byte-range.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { findListedCall, type ListedCall, updateRecordType } from '../calls/list-store.ts'
import { partOf, type Recording, requestRecording, typeOf, wholeOf } from './client.ts'
import { canListen, showsBeginning } from './rules.ts'

const findRecording = async (deps: Deps, caller: UserCaller, callId: number) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const call: ListedCall = (await findListedCall(trx, callId)) ?? fail('not_found')
    if (!canListen(caller, call)) fail('access_denied')
    const url = call.recordUrl ?? fail('recording_missing')
    const module = (await findModuleById(trx, call.moduleId ?? fail('recording_missing'))) ?? fail('recording_missing')
    return { source: { module, url }, recordType: call.recordType }
  })

/** T-19, D-34: opens a recording, or a range of it, for a user who may play it, and logs that in the Action Log. */
export const openRecording = async (
  deps: Deps,
  caller: UserCaller,
  callId: number,
  part: ByteRange | undefined,
): Promise<Recording> => {
  const { source, recordType } = await findRecording(deps, caller, callId)
  const type = recordType ?? (showsBeginning(part) ? undefined : await typeOf(deps, source))
  const opened = await requestRecording(deps, source, part)
  const taken =
    opened.status === 206 && part
      ? partOf(opened, part, showsBeginning(part) ? undefined : type)
      : wholeOf(opened, part)
  const recording = await taken.catch((error) => {
    opened.body.destroy()
    throw error
  })
  recording.body.once('close', () => opened.body.destroy())
  await inAccount(deps.db, caller.accountId, async (trx) => {
    if (recordType === null) await updateRecordType(trx, callId, recording.type)
    await insertAction(trx, {
      recordType: 'Call recordings',
      actor: await getUserName(trx, caller.userId),
      action: 'recording.played',
      subject: `call ${callId}`,
      detail: recording.slice ? { from: recording.slice.from, to: recording.slice.to } : {},
    })
  })
  return recording
}
