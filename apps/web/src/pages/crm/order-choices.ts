import { useSuspenseQuery } from '@tanstack/react-query'
import type { OrderChoices } from '../../features/crm/orders/OrderForm.tsx'
import { useReferences } from '../../features/crm/references/queries.ts'
import { colleaguesQuery } from '../../features/platform/users/queries.ts'
import { meQuery } from '../../lib/me.ts'

/** What the order form offers: shops, statuses and colleagues by name. */
export const useOrderChoices = (): OrderChoices => {
  const { shops, orderStatuses, deliveryTypes } = useReferences()
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const { me } = useSuspenseQuery(meQuery).data
  return {
    currency: me.currency,
    shops: shops.map(({ code, name, currency }) => ({ value: code, label: name, currency })),
    statuses: orderStatuses.filter(({ active }) => active).map(({ code, name }) => ({ value: code, label: name })),
    deliveryTypes: deliveryTypes.filter(({ active }) => active).map(({ code, name }) => ({ value: code, label: name })),
    managers: colleagues.map(({ id, firstName, lastName }) => ({
      value: String(id),
      label: `${firstName} ${lastName}`.trim(),
    })),
  }
}
