// A telephone exchange for the system under test: registered, with extensions for the users of the cast.
import { type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { insertCustomer, type NewCustomer } from '../../src/crm/customers/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { parsePhone } from '../../src/lib/text/phone.ts'
import type { System } from './system.ts'

export type Exchange = {
  module: Receiver
  register: (telephony?: object, more?: object) => Promise<{ status: number; body: never }>
  event: (event: object, more?: object) => Promise<{ status: number; body: never }>
  upload: (calls: unknown, more?: object) => Promise<{ status: number; body: never }>
  customer: (phone: string, more?: Partial<NewCustomer>) => Promise<number>
  close: () => Promise<void>
}

export const startExchange = async (system: System, code = 'pbx'): Promise<Exchange> => {
  const module = await startReceiver()
  const { ada, bruno, chiara } = system.fern.userIds
  const telephony = {
    makeCallUrl: `${module.url}/call`,
    changeUserStatusUrl: `${module.url}/status`,
    allowEdit: true,
    additionalCodes: [
      { userId: ada, code: '100' },
      { userId: bruno, code: '101' },
      { userId: chiara, code: '102' },
    ],
    externalPhones: [{ siteCode: 'fern-garden', externalPhone: '+46 8 123 456 78' }],
  }
  const register: Exchange['register'] = (changed = {}, more = {}) =>
    system.fern.api.post(`/api/v5/integration-modules/${code}/edit`, {
      integrationModule: {
        code,
        clientId: `client-${code}`,
        integrations: { telephony: { ...telephony, ...changed } },
        ...more,
      },
    })
  await register()
  return {
    module,
    register,
    event: (event, more = {}) => system.fern.api.post('/api/v5/telephony/call/event', { event, ...more }),
    upload: (calls, more = {}) => system.fern.api.post('/api/v5/telephony/calls/upload', { calls, ...more }),
    customer: (phone, more = {}) =>
      inAccount(system.deps.db, system.fern.accountId, (trx) =>
        insertCustomer(trx, {
          externalId: null,
          firstName: 'Ines',
          lastName: 'Holm',
          patronymic: '',
          managerId: null,
          phones: [parsePhone(phone, 'US')],
          emails: [],
          shopId: null,
          ...more,
        }),
      ),
    close: () => module.close(),
  }
}
