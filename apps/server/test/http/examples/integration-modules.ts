import { get, type IncomingMessage } from 'node:http'
import { moduleActivity } from '@patchbay/contract/integration-modules/activity'
import { updateModuleScopes } from '@patchbay/contract/integration-modules/connection'
import { answerListened, followTraffic, listenToRequests } from '@patchbay/contract/integration-modules/listening'
import { editModule } from '@patchbay/contract/integration-modules/registration'
import type { HttpClient } from '@patchbay/testkit/http-client'
import type { Receiver } from '@patchbay/testkit/receiver'
import { expect } from 'vitest'
import { ofWorkspace, type Stage } from './stage.ts'
import { newModuleClient } from './telephony.ts'

const isEvent = (part: string): boolean => part.startsWith('event:')

/** The first events of a stream, as they came. */
const openStream = async (origin: string, headers: Record<string, string>) => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${origin}${listenToRequests.path}`, { headers }, resolve).on('error', reject)
  const stream = await promise
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const parts = () => text.split('\n\n').slice(0, -1).filter(isEvent)
  return {
    events: async (count: number): Promise<string> => {
      await expect.poll(() => parts().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
      return parts().slice(0, count).join('\n\n')
    },
    close: () => stream.destroy(),
  }
}

/** The author of a module without a public address gets its requests by listening. */
const recordListening = async (stage: Stage): Promise<void> => {
  const { system, recorder, ada, moduleUrl } = stage
  const { client, key } = await newModuleClient(stage)
  const telephony = {
    makeCallUrl: `${moduleUrl}/call`,
    additionalCodes: [{ userId: String(system.fern.userIds.ada), code: '100' }],
  }
  const integrationModule = { code: 'author-pbx', clientId: 'fern-author', integrations: { telephony } }
  await recorder.call(client, editModule, { params: { code: 'author-pbx' }, body: { integrationModule } })
  const stream = await openStream(system.origin, { host: 'fern.test', 'x-api-key': key })
  await stream.events(1)
  const pressed = ada.postJson('/workspace/calls', { pressId: crypto.randomUUID(), phone: '+46701234567' })
  const text = await stream.events(2)
  const [, id = ''] = /"id":"([^"]+)"/.exec(text) ?? []
  recorder.keepExchange(listenToRequests, { response: text })
  await recorder.call(client, answerListened, { body: { answer: { id, status: 200, body: '' } } })
  await ofWorkspace(pressed)
  stream.close()
  await recordTraffic(stage, client)
}

/** Requests are logged a moment after their answer, so their ids depend on what else is logged meanwhile. */
const recordTraffic = async ({ ada, recorder }: Stage, client: HttpClient): Promise<void> => {
  type Exchanges = { exchanges: { id: number; direction: string }[] }
  const outgoing = async () => {
    const { exchanges } = await ofWorkspace<Exchanges>(ada.get('/workspace/traffic', { module: 'author-pbx' }))
    return exchanges.find(({ direction }) => direction === 'out')?.id
  }
  await expect.poll(outgoing, { timeout: 60_000 }).toBeDefined()
  const sinceId = String(((await outgoing()) ?? 1) - 1)
  const { exchanges } = await ofWorkspace<Exchanges>(client.get(followTraffic.path, { sinceId }))
  const response = { success: true, exchanges: exchanges.slice(0, 1).map((exchange) => ({ ...exchange, id: 141 })) }
  recorder.keepExchange(followTraffic, { query: { sinceId: 140 }, response })
}

const recordConnection = async ({ system, recorder, ada, moduleUrl }: Stage, module: Receiver): Promise<void> => {
  const scopes = ['integration_read', 'integration_write', 'telephony_write']
  await ofWorkspace(ada.postJson('/workspace/module-connections/preview', { configUrl: `${moduleUrl}/config` }))
  const registerUrl = `${moduleUrl}/register`
  const secret = 'the secret that the module shares'
  await ofWorkspace(ada.postJson('/workspace/module-connections', { registerUrl, secret, scopes }))
  const register = module.received.find(({ path }) => path === '/register')?.form.get('register') ?? '{}'
  const { apiKey } = JSON.parse(register) as { apiKey: string }
  const client = system.fern.stranger.with({ 'x-api-key': apiKey })
  await client.post('/api/v5/integration-modules/fern-forms/edit', { integrationModule: { code: 'fern-forms' } })
  await recorder.call(client, updateModuleScopes, {
    params: { code: 'fern-forms' },
    body: { requires: { scopes: ['integration_read', 'integration_write'] } },
  })
}

export const recordModules = async (stage: Stage, module: Receiver): Promise<void> => {
  const { ada, recorder } = stage
  await recordListening(stage)
  await recordConnection(stage, module)
  await ofWorkspace(ada.postJson('/workspace/modules/fern-bank/activity', { active: false }))
  await expect.poll(() => Object.keys(recorder.recording.webhooks), { timeout: 60_000 }).toContain(moduleActivity.id)
}
