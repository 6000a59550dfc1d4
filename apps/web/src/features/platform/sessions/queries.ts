import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { choosePassword, forgotPassword, signIn, signOut } from '../../../lib/endpoints.generated.ts'
import { meQuery } from '../../../lib/me.ts'

const useStartSession = <Input>(start: (input: Input) => ReturnType<typeof call<typeof signIn>>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: start, onSuccess: (reply) => queryClient.setQueryData(meQuery.queryKey, reply) })
}

export const useSignIn = () => useStartSession((body: { email: string; password: string }) => call(signIn, { body }))

export const useChoosePassword = () =>
  useStartSession((body: { token: string; password: string }) => call(choosePassword, { body }))

export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => call(forgotPassword, { body: { email } }) })

export const useSignOut = () => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: () => call(signOut, {}), onSuccess: () => queryClient.clear() })
}
