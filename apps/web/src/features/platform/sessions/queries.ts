import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  choosePassword,
  endOwnSession,
  endOwnSessions,
  finishSingleSignOn,
  forgotPassword,
  getSignInOptions,
  listOwnSessions,
  signIn,
  signOut,
  startSingleSignOn,
} from '../../../lib/endpoints.generated.ts'
import { meQuery } from '../../../lib/me.ts'

const useStartSession = <Input>(start: (input: Input) => ReturnType<typeof call<typeof signIn>>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: start, onSuccess: (reply) => queryClient.setQueryData(meQuery.queryKey, reply) })
}

export const useSignIn = () => useStartSession((body: InputOf<typeof signIn>['body']) => call(signIn, { body }))

export const useChoosePassword = () =>
  useStartSession((body: InputOf<typeof choosePassword>['body']) => call(choosePassword, { body }))

export const useFinishSingleSignOn = () =>
  useStartSession((query: string) => call(finishSingleSignOn, { body: { query } }))

/** Leaves for the identity provider. */
export const useStartSingleSignOn = () =>
  useMutation({
    mutationFn: () => call(startSingleSignOn, {}),
    onSuccess: ({ url }) => window.location.assign(url),
  })

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: () => call(getSignInOptions, {}),
})

export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => call(forgotPassword, { body: { email } }) })

const useEndOwn = <Input>(end: (input: Input) => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: end, onSuccess: () => queryClient.clear() })
}

export const useSignOut = () => useEndOwn(() => call(signOut, {}))

export const useSignOutEverywhere = () => useEndOwn(() => call(endOwnSessions, {}))

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: () => call(listOwnSessions, {}),
})

export const useEndSession = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(endOwnSession, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries(ownSessionsQuery),
  })
}
