// The telephone exchange of a bench: a registered module with an extension for each manager.
import type { ServerChild, Tenant } from '@patchbay/testkit/installation'
import type { Manager } from '@patchbay/testkit/load-generator'

export const registerExchange = async (
  tenant: Tenant,
  server: ServerChild,
  managers: readonly Manager[],
): Promise<void> => {
  const additionalCodes = managers.map(({ id, code }) => ({ userId: id, code }))
  const integrationModule = { code: 'pbx', clientId: 'c', integrations: { telephony: { additionalCodes } } }
  const reply = await tenant.api(server).post('/api/v5/integration-modules/pbx/edit', { integrationModule })
  if (reply.status !== 201) throw new Error(`the exchange could not register: ${reply.text}`)
}
