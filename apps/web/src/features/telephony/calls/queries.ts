import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getCall, listCalls } from '../../../lib/endpoints.generated.ts'

type CallFilter = { userId?: number | undefined; missed?: boolean | undefined; phone?: string | undefined }

export const callsQuery = ({ userId, missed, phone }: CallFilter) =>
  infiniteQueryOptions({
    queryKey: ['calls', { userId, missed, phone }],
    queryFn: ({ pageParam }) =>
      call(listCalls, {
        query: {
          ...(userId !== undefined && { userId }),
          ...(missed && { missed }),
          ...(phone && { phone }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })

export const customerCallsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['calls', { customerId }],
    queryFn: () => call(listCalls, { query: { customerId } }),
  })

export const callQuery = (id: number) =>
  queryOptions({ queryKey: ['calls', id], queryFn: () => call(getCall, { params: { id } }) })

const FEWEST_DIGITS = 4

/** A phone number or its last digits. */
export const isNumber = (text: string): boolean =>
  /^[\d\s()+./-]+$/.test(text) && text.replace(/\D/g, '').length >= FEWEST_DIGITS

export const callsOfNumberQuery = (text: string) =>
  queryOptions({
    queryKey: ['calls', { phone: text, first: true }],
    queryFn: () => call(listCalls, { query: { phone: text } }),
    enabled: isNumber(text),
  })
