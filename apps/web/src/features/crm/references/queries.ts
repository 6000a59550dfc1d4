import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listWorkspaceReferences } from '../../../lib/endpoints.generated.ts'

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
}

export const useReferences = () => useSuspenseQuery(referencesQuery).data

const namesIn = (rows: readonly { code: string; name: string }[]) => {
  const names = new Map(rows.map(({ code, name }) => [code, name]))
  return (code: string): string => names.get(code) ?? code
}

export const useNames = (): Names => {
  const { orderStatuses, paymentTypes, paymentStatuses, shops } = useReferences()
  return {
    orderStatus: namesIn(orderStatuses),
    paymentType: namesIn(paymentTypes),
    paymentStatus: namesIn(paymentStatuses),
    shop: namesIn(shops),
  }
}
