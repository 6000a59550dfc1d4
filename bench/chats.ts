// Chats of a transport, created over HTTP as a transport module does.
import type { ServerChild, Tenant } from '@patchbay/testkit/installation'

/** Registers a transport with this code and lets it deliver a message into each of its chats; returns the messages. */
export const connectTransport = async (
  tenant: Tenant,
  server: ServerChild,
  { code, url, chats }: { code: string; url: string; chats: number },
): Promise<number[]> => {
  const integrationModule = { code, clientId: code, integrations: { mgTransport: { webhookUrl: `${url}/${code}` } } }
  const registered = await tenant.api(server).post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
  const { token } = (registered.body as { info: { mgTransport: { token: string } } }).info.mgTransport
  const http = tenant.client(server).with({ 'x-transport-token': token })
  const post = async (path: string, body: object) =>
    (await http.postJson(`/api/transport/v1${path}`, body)).body as never
  const settings = { text: { reaction: 'both' } }
  const { id: channel } = (await post('/channels', { type: 'custom', settings })) as { id: number }
  const ids: number[] = []
  for (let n = 0; n < chats; n++) {
    const customer = { external_id: `${code}/${n}`, nickname: 'client' }
    const message = { type: 'text', external_id: `${code}/${n}`, text: 'hello' }
    const sent = (await post('/messages', { channel, customer, message })) as { message_id: number }
    ids.push(sent.message_id)
  }
  return ids
}
