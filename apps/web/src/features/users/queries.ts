import { choosePassword, forgotPassword, getMe, signIn, signOut } from '@patchbay/contract/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => call(getMe, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

const useEntering = <Input>(enter: (input: Input) => ReturnType<typeof call<typeof signIn>>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: enter, onSuccess: (reply) => queryClient.setQueryData(meQuery.queryKey, reply) })
}

export const useSignIn = () => useEntering((body: { email: string; password: string }) => call(signIn, { body }))

export const useChoosePassword = () =>
  useEntering((body: { token: string; password: string }) => call(choosePassword, { body }))

export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => call(forgotPassword, { body: { email } }) })

export const useSignOut = () => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: () => call(signOut, {}), onSuccess: () => queryClient.clear() })
}
