import { triggerCall } from '@patchbay/contract/integration-modules/listening'
import * as older from '@patchbay/contract/integration-modules/older-telephony'
import { editModule, getModule } from '@patchbay/contract/integration-modules/registration'
import { getApiUser } from '@patchbay/contract/platform/users'
import * as events from '@patchbay/contract/telephony/events'
import * as history from '@patchbay/contract/telephony/history'
import * as routing from '@patchbay/contract/telephony/routing'
import { readTrace } from '@patchbay/contract/telephony/traces'
import { uploadTranscript } from '@patchbay/contract/telephony/transcripts'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { expect } from 'vitest'
import { NORA_PHONE } from './crm.ts'
import { ofWorkspace, type Stage } from './stage.ts'

const SCOPES = ['integration_read', 'integration_write', 'telephony_read', 'telephony_write'] as const

/** A client with a key of its own, which is bound to the module that it registers. */
export const newModuleClient = async ({ system }: Stage): Promise<{ client: HttpClient; key: string }> => {
  const { text: key } = await system.fern.newKey({ scopes: SCOPES })
  return { client: system.fern.stranger.with({ 'x-api-key': key }), key }
}

const recordCall = async ({ recorder, moduleUrl }: Stage, pbx: HttpClient): Promise<void> => {
  const event = { phone: NORA_PHONE, type: 'in', codes: ['101'], callExternalId: 'call-1' } as const
  const hangup = { ...event, type: 'hangup', hangupStatus: 'answered' } as const
  await recorder.call(pbx, events.reportCallEvent, { body: { event } })
  await recorder.call(pbx, events.reportCallEventV4, { body: { event: { ...event, type: 'answer' } } })
  await recorder.call(pbx, events.reportCallEventV3, { body: { phone: '+12025550199', type: 'in', code: '102' } })
  await recorder.call(pbx, events.reportCallEvent, { body: { event: hangup } })
  const record = {
    date: '2026-03-02 09:40:00',
    type: 'in',
    phone: NORA_PHONE,
    code: '101',
    result: 'answered',
    duration: 95,
    externalId: 'call-1',
    recordUrl: `${moduleUrl}/recordings/call-1.wav`,
  } as const
  await recorder.call(pbx, history.uploadCalls, { body: { calls: [record] } })
  const missed = {
    date: '2026-03-02 11:05:00',
    type: 'in',
    phone: '+12025550199',
    code: '102',
    result: 'no answer',
  } as const
  await recorder.call(pbx, history.uploadCallsV4, { body: { calls: [{ ...missed, externalId: 'call-2' }] } })
  await recorder.call(pbx, history.uploadCallsV3, { body: { calls: [{ ...missed, externalId: 'call-3' }] } })
  await recorder.call(pbx, uploadTranscript, {
    body: {
      transcript: {
        callExternalId: 'call-1',
        segments: [
          { start: 0, end: 3.2, speaker: 'manager', text: 'Fern Garden, good morning.' },
          { start: 3.4, end: 8, speaker: 'customer', text: 'Good morning, has my order been sent?' },
        ],
      },
    },
  })
  await recorder.call(pbx, readTrace, { query: { callExternalId: 'call-1' } })
}

const recordLookups = async ({ recorder }: Stage, pbx: HttpClient): Promise<void> => {
  const query = { phone: NORA_PHONE, details: true, ignoreStatus: true }
  await recorder.call(pbx, routing.findManager, { query })
  await recorder.call(pbx, routing.findManagerByPost, { query })
  await recorder.call(pbx, routing.findManagerV4, { query: { phone: NORA_PHONE } })
  await recorder.call(pbx, routing.findManagerV3, { query: { phone: NORA_PHONE } })
}

/** Versions 3 and 4 of the settings, by an exchange of its own. */
const recordOlderSettings = async (stage: Stage): Promise<void> => {
  const { recorder, moduleUrl } = stage
  const { client: old } = await newModuleClient(stage)
  const params = { code: 'office-pbx' }
  const configuration = {
    name: 'Office exchange',
    clientId: 'fern-office',
    active: true,
    makeCallUrl: `${moduleUrl}/call`,
  }
  await recorder.call(old, older.editTelephonySettingV4, { params, body: { configuration } })
  await recorder.call(old, older.getTelephonySettingV4, { params })
  await recorder.call(old, older.editTelephonySettingV3, { params, body: configuration })
  await recorder.call(old, older.getTelephonySettingV3, { params })
}

const recordRequests = async (stage: Stage, pbx: HttpClient): Promise<void> => {
  const { recorder, bruno } = stage
  await recorder.call(pbx, triggerCall, { body: { call: { phone: NORA_PHONE } } })
  await ofWorkspace(bruno.postJson('/workspace/me/status', { status: 'break' }))
  await expect
    .poll(() => Object.keys(recorder.recording.webhooks), { timeout: 60_000 })
    .toContain('telephony.user-status')
  await ofWorkspace(bruno.postJson('/workspace/telephony/softphone', { origin: 'https://fern.example' }))
  type Calls = { calls: { id: number; hasRecording?: boolean }[] }
  const { calls } = await ofWorkspace<Calls>(bruno.get('/workspace/calls'))
  for (const { id } of calls) await bruno.get(`/workspace/calls/${id}/recording`)
}

/** A manager is offered to an exchange while a browser of theirs is connected. */
const openWorkspace = async ({ system, call }: Stage): Promise<{ close: () => void }> => {
  const stream = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('bruno'))
  const isOnline = async () => (await call(getApiUser, { params: { id: system.fern.userIds.bruno } })).user.online
  await expect.poll(isOnline, { timeout: 60_000 }).toBe(true)
  return stream
}

export const recordTelephony = async (stage: Stage): Promise<void> => {
  const { recorder, system, moduleUrl } = stage
  const { client: pbx } = await newModuleClient(stage)
  const { bruno, chiara } = system.fern.userIds
  await recorder.call(pbx, editModule, {
    params: { code: 'fern-pbx' },
    body: {
      integrationModule: {
        code: 'fern-pbx',
        name: 'Fern exchange',
        clientId: 'fern-garden',
        baseUrl: moduleUrl,
        actions: { activity: '/activity' },
        integrations: {
          telephony: {
            makeCallUrl: `${moduleUrl}/call`,
            changeUserStatusUrl: `${moduleUrl}/status`,
            softphoneUrl: `${moduleUrl}/softphone`,
            allowEdit: true,
            inputEventSupported: true,
            hangupEventSupported: true,
            additionalCodes: [
              { userId: String(bruno), code: '101' },
              { userId: String(chiara), code: '102' },
            ],
            externalPhones: [{ siteCode: 'fern-garden', externalPhone: '+46 18 10 20 30' }],
          },
        },
      },
    },
  })
  await recorder.call(pbx, getModule, { params: { code: 'fern-pbx' } })
  const browser = await openWorkspace(stage)
  await recordCall(stage, pbx)
  await recordLookups(stage, pbx)
  browser.close()
  await recordRequests(stage, pbx)
  await recordOlderSettings(stage)
}
