import { missing } from '@patchbay/contract/base/not-found'
import { callIdOf, chooseModule, eventWarnings } from '@patchbay/contract/telephony/event-rules'
import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { CallRecord } from '@patchbay/contract/telephony/history'
import { whyRecordsRefused } from '@patchbay/contract/telephony/record-rules'
import { decideTranscript } from '@patchbay/contract/telephony/transcript-rules'
import type { CallTranscript } from '@patchbay/contract/telephony/transcripts'
import { type MockInput, type MockSystemState, type RouteHandler, refuse } from './mock-system-state.ts'

// Calls, as the system would take them.

const resolveModule = ({ module }: MockSystemState, clientId: unknown, codes: readonly string[] = []): void => {
  const telephony = module?.active ? module.integrations.telephony : undefined
  const active = module && telephony ? [{ id: 1, code: module.code, clientId: module.clientId }] : []
  const hasExtension = telephony?.additionalCodes.some(({ code }) => codes.includes(code))
  const found = chooseModule(active, {
    clientId: clientId as string | undefined,
    modules: module ? [module.code] : [],
    withExtension: new Set(hasExtension ? [1] : []),
  })
  if (!found.ok) refuse(found.because)
}

const digits = (text: string): string => text.replace(/\D/g, '')

/** Old clients put the external number in place of the call's id. */
const isExternalNumber = ({ module }: MockSystemState, { externalPhone, callExternalId }: CallEvent): boolean =>
  !externalPhone &&
  /\d{5}/.test(callExternalId ?? '') &&
  (module?.integrations.telephony?.externalPhones.some(
    (number) => digits(number.externalPhone) === digits(callExternalId ?? ''),
  ) ??
    false)

const reportEvent: RouteHandler = (state, { body }) => {
  const event = body.event as CallEvent
  resolveModule(state, body.clientId, event.codes)
  const id = callIdOf(event, isExternalNumber(state, event))
  if (id !== null) state.calls.add(id)
  const extensions = state.module?.integrations.telephony?.additionalCodes ?? []
  const unknownCodes = [...new Set(event.codes)].filter((code) => !extensions.some((one) => one.code === code))
  const unknownUsers = [...new Set(event.userIds)].filter((userId) => !state.users.has(userId))
  const warnings = eventWarnings(event)
  return {
    body: {
      success: true,
      ...(unknownCodes.length > 0 && { notExistCodes: unknownCodes }),
      ...(unknownUsers.length > 0 && { notExistUsers: unknownUsers }),
      ...(warnings.length > 0 && { warnings }),
    },
  }
}

const uploadCalls: RouteHandler = (state, { body }) => {
  const calls = body.calls as CallRecord[]
  resolveModule(
    state,
    body.clientId,
    calls.flatMap(({ code }) => code ?? []),
  )
  const fields = whyRecordsRefused(calls, state.timezone)
  if (fields) refuse('entity_invalid', { fields })
  for (const { externalId } of calls) if (externalId?.trim()) state.calls.add(externalId.trim())
  return { body: { success: true, processedCallsCount: calls.length } }
}

const uploadTranscript: RouteHandler = (state, { body }) => {
  const { callExternalId, segments } = body.transcript as CallTranscript
  const decision = decideTranscript(segments)
  if (!decision.ok) refuse('entity_invalid', { fields: decision.fields })
  resolveModule(state, body.clientId)
  if (!state.calls.has(callExternalId)) refuse('not_found', missing('Call', 'callExternalId', callExternalId))
  return { body: { success: true } }
}

const findManager: RouteHandler = (state, { query }) => {
  resolveModule(state, query.clientId)
  return { body: { success: true } }
}

const trace = (state: MockSystemState, { query }: MockInput) => {
  resolveModule(state, query.clientId)
  const { callExternalId } = query
  if (!state.calls.has(String(callExternalId))) refuse('not_found', missing('Call', 'callExternalId', callExternalId))
  const call = { id: 1, externalId: callExternalId, state: 'ended' }
  return { body: { success: true, trace: { call, events: [], cards: [] } } }
}

const setUserStatus: RouteHandler = ({ users }, { params }) => {
  if (!users.has(Number(params.id))) refuse('not_found', missing('User', 'id', params.id))
  return { body: { success: true } }
}

export const TELEPHONY_ROUTES: Readonly<Record<string, RouteHandler>> = {
  'telephony.call-event': reportEvent,
  'telephony.upload-calls': uploadCalls,
  'telephony.upload-transcript': uploadTranscript,
  'telephony.manager': findManager,
  'telephony.call-trace': trace,
  'users.status': setUserStatus,
}
