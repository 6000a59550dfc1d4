import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/api.ts'
import { listWorkspaceReferences } from '../../../lib/endpoints.generated.ts'
import { withNames } from '../../../lib/reference-names.ts'
import { useTexts } from '../../../texts/catalogue.ts'

const HOUR = 3_600_000

/** The names of codes; they rarely change. */
const referencesQuery = queryOptions({
  queryKey: ['references'],
  queryFn: () => call(listWorkspaceReferences, {}),
  staleTime: HOUR,
})

export type Names = {
  orderStatus: (code: string) => string
  paymentType: (code: string) => string
  paymentStatus: (code: string) => string
  shop: (code: string) => string
  deliveryType: (code: string) => string
}

/** With built-in names in the language of the user. */
export const useReferences = () => {
  const texts = useTexts()
  const { data } = useSuspenseQuery(referencesQuery)
  return useMemo(
    () => ({
      ...data,
      orderStatuses: withNames(texts, 'orderStatuses', data.orderStatuses),
      paymentStatuses: withNames(texts, 'paymentStatuses', data.paymentStatuses),
      paymentTypes: withNames(texts, 'paymentTypes', data.paymentTypes),
      deliveryTypes: withNames(texts, 'deliveryTypes', data.deliveryTypes),
    }),
    [data, texts],
  )
}

const namesIn = (rows: readonly { code: string; name: string }[]) => {
  const names = new Map(rows.map(({ code, name }) => [code, name]))
  return (code: string): string => names.get(code) ?? code
}

export const useNames = (): Names => {
  const { orderStatuses, paymentTypes, paymentStatuses, deliveryTypes, shops } = useReferences()
  return {
    orderStatus: namesIn(orderStatuses),
    paymentType: namesIn(paymentTypes),
    paymentStatus: namesIn(paymentStatuses),
    shop: namesIn(shops),
    deliveryType: namesIn(deliveryTypes),
  }
}
