import { missing } from '@patchbay/contract/base/not-found'
import { decideTranscript } from '@patchbay/contract/telephony/transcript-rules'
import type { uploadTranscript as uploadEndpoint } from '@patchbay/contract/telephony/transcripts'
import type { getTranscript } from '@patchbay/contract/telephony/workspace/transcripts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount, inAccountQuery } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { visibleShopIds } from '../../platform/shops/rules.ts'
import { listShopIds } from '../../platform/shops/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { findCallByExternalId, findListedCall } from '../calls/list-store.ts'
import { aboutCall } from '../calls/rules.ts'
import { lockCall } from '../calls/store.ts'
import { getSender } from '../events/service.ts'
import { modulesQuery } from '../events/store.ts'
import { canListen } from '../recordings/rules.ts'
import { wordsOfTranscript } from './rules.ts'
import { deleteTranscript, deleteWords, findTranscript, insertWords, saveTranscript } from './store.ts'

type Segments = Parameters<typeof saveTranscript>[2]

/** With the words by which it is found. The call is locked: two uploads at once would mix their words. */
const replaceTranscript = async (trx: Db, callId: number, segments: Segments): Promise<void> => {
  await lockCall(trx, callId)
  const before = await findTranscript(trx, callId)
  if (before) await deleteWords(trx, [{ id: callId, words: wordsOfTranscript(before) }])
  if (segments.length === 0) return deleteTranscript(trx, callId)
  await saveTranscript(trx, callId, segments)
  await insertWords(trx, [{ id: callId, words: wordsOfTranscript(segments) }])
}

/** For the module whose call it is; a repeat replaces it by the same. */
export const uploadTranscript: Action<Deps, typeof uploadEndpoint> = async (deps, caller, { body }, http) => {
  const { accountId } = caller
  const decision = decideTranscript(body.transcript.segments)
  if (!decision.ok) return fail('entity_invalid', { fields: decision.fields })
  const modules = await inAccountQuery(deps.pool, accountId, modulesQuery(deps.db, {}))
  const module = await getSender(deps, caller, { modules, extensions: [] }, body.clientId)
  http.from(module.code)
  const callId = await inAccount(deps.db, accountId, async (trx) => {
    const { callExternalId } = body.transcript
    const call =
      (await findCallByExternalId(trx, module.moduleId, callExternalId)) ??
      fail('not_found', missing('Call', 'callExternalId', callExternalId))
    const shops = visibleShopIds(await listShopIds(trx), caller.sites)
    // D-05: a call of no shop is the module's own.
    if (call.shopId !== null && ![...shops.values()].includes(call.shopId)) fail('not_found')
    await replaceTranscript(trx, call.id, decision.segments)
    return call.id
  })
  http.about(aboutCall(callId))
  await deps.live.publish(accountId, { type: 'call-changed', callId })
  return { success: true }
}

/** D-163: as a recording: for those who may play it, and logged. */
export const showTranscript: Action<Deps, typeof getTranscript> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const call = (await findListedCall(trx, params.id)) ?? fail('not_found')
    if (!canListen(caller, call)) fail('access_denied')
    const segments = (await findTranscript(trx, params.id)) ?? fail('not_found')
    await insertAction(trx, {
      recordType: 'Call recordings',
      actor: await getUserName(trx, caller.userId),
      action: 'transcript.read',
      subject: `call ${params.id}`,
      detail: {},
    })
    return { success: true, segments }
  })
