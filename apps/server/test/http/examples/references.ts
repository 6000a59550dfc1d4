import * as lists from '@patchbay/contract/crm/reference-lists'
import * as references from '@patchbay/contract/crm/references'
import type { Stage } from './stage.ts'

export const recordReferences = async ({ call }: Stage): Promise<void> => {
  await call(references.editOrderStatus, {
    params: { code: 'packing' },
    body: { status: { name: 'Packing', group: 'assembling', ordering: 40, active: true } },
  })
  await call(references.editPaymentStatus, {
    params: { code: 'on-account' },
    body: { paymentStatus: { name: 'On account', paymentComplete: true } },
  })
  await call(references.editPaymentType, {
    params: { code: 'cash' },
    body: { paymentType: { name: 'Cash', active: true, sites: ['fern-garden'] } },
  })
  await call(references.editDeliveryType, {
    params: { code: 'courier' },
    body: { deliveryType: { name: 'Courier', active: true, description: 'Within the city, by bicycle' } },
  })
  await call(references.listOrderStatuses)
  await call(references.listPaymentStatuses)
  await call(references.listPaymentTypes)
  await call(references.listDeliveryTypes)
  await call(lists.listStatusGroups)
  await call(lists.listOrderTypes)
  await call(lists.listOrderMethods)
  await call(lists.listCountries)
  await call(lists.listCurrencies)
  await call(lists.listStores)
  await call(lists.listPriceTypes)
  await call(lists.listUnits)
}
