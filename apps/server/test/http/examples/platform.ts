import { apiVersions, getSettings, systemInfo } from '@patchbay/contract/platform/accounts'
import { credentials, credentialsV5 } from '@patchbay/contract/platform/api-keys'
import { editSite, listSites } from '@patchbay/contract/platform/shops'
import { getApiUser, listApiUsers, listUserGroups } from '@patchbay/contract/platform/users'
import type { Stage } from './stage.ts'

export const recordPlatform = async ({ system, recorder, call }: Stage): Promise<void> => {
  await recorder.call(system.fern.stranger, systemInfo)
  await call(apiVersions)
  const { text } = await system.fern.newKey({ scopes: ['order_read', 'customer_read'], sites: ['fern-garden'] })
  const ofShop = system.fern.stranger.with({ 'x-api-key': text })
  await recorder.call(ofShop, credentials)
  await recorder.call(ofShop, credentialsV5)
  await call(getSettings)
  await call(editSite, {
    params: { code: 'fern-garden' },
    body: { site: { name: 'Fern Garden', url: 'https://garden.example', countryIso: 'SE' } },
  })
  await call(listSites)
  await call(listApiUsers, { query: { filter: { email: 'bruno@fern.test' }, limit: 20 } })
  await call(getApiUser, { params: { id: system.fern.userIds.bruno } })
  await call(listUserGroups)
}
