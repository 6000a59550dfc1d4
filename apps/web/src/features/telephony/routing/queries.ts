import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { explainManagerLookup } from '../../../lib/endpoints.generated.ts'

/** Asked again each time: the answer depends on who is online now. */
export const useManagerLookup = () =>
  useMutation({ mutationFn: (phone: string) => call(explainManagerLookup, { query: { phone } }) })
