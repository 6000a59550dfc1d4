import type { fixCustomerIds, uploadCustomers } from '@patchbay/contract/crm/uploads'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { readerOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { saveEach, uploadResult } from '../../lib/http-in/save-each.ts'
import { create, refuseDuplicate } from './actions.ts'
import { changeCustomer, findCustomerByRef, publishCustomerChanged } from './service.ts'
import { lockCustomer } from './store.ts'

export const saveUploadedCustomers: Action<Deps, typeof uploadCustomers> = async (deps, caller, { body }, http) => {
  const reader = readerOf(caller)
  const saved = await saveEach(body.customers, async (edit) => (await create(deps, reader, edit, body.site)).id)
  if (saved.failed.length > 0) http.otherStatus()
  const result = uploadResult(saved, 'Customers are loaded with errors')
  return { ...result, uploadedCustomers: saved.uploaded, failedCustomers: saved.failed }
}

export const fixCustomerExternalIds: Action<Deps, typeof fixCustomerIds> = async (deps, caller, { body }) => {
  const reader = readerOf(caller)
  const unknown = (id: number): never => fail('entity_invalid', { fields: { id: `there is no customer ${id}` } })
  const work = inAccount(deps.db, reader.accountId, async (trx) => {
    for (const { id, externalId } of body.customers) {
      const ref = findCustomerByRef(trx, reader, { id: String(id), by: 'id' })
      const found = await ref.catch(() => unknown(id))
      const before = (await lockCustomer(trx, found.id)) ?? unknown(id)
      await changeCustomer(trx, before, { ...before, externalId }, reader.actor)
    }
  })
  await work.catch(refuseDuplicate)
  for (const { id } of body.customers) await publishCustomerChanged(deps, reader.accountId, id)
  return { success: true }
}
