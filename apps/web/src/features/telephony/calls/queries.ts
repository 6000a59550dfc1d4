import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getCall, listCalls } from '../../../lib/endpoints.generated.ts'
import type { CallSearch } from './search.ts'

type CallFilter = Omit<CallSearch, 'of' | 'manager'> & { userId?: number | undefined }

const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

/** The filter as a query of the API: for the list, and for its export. */
export const callListQuery = ({ missed, recording, returned, ...filter }: CallFilter) => ({
  ...given(filter),
  ...(missed && { missed }),
  ...(recording && { recording }),
  ...(returned && { returned: returned === 'yes' }),
})

export const callsQuery = (filter: CallFilter) =>
  infiniteQueryOptions({
    queryKey: ['calls', callListQuery(filter)],
    queryFn: ({ pageParam }) =>
      call(listCalls, { query: { ...callListQuery(filter), ...(pageParam !== undefined && { before: pageParam }) } }),
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

const SHORTEST = 2

/** Calls in whose transcript these words are. */
export const callsSaidQuery = (text: string) =>
  queryOptions({
    queryKey: ['calls', { said: text, first: true }],
    queryFn: () => call(listCalls, { query: { said: text } }),
    enabled: text.trim().length >= SHORTEST && !isNumber(text),
  })
