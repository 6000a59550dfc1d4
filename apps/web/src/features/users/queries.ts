import type { InputOf } from '@patchbay/contract/base/endpoint'
import type { UserStatus } from '@patchbay/contract/platform/users'
import { choosePassword, forgotPassword, getMe, signIn, signOut } from '@patchbay/contract/platform/workspace/sessions'
import { changeUser, inviteUser, listColleagues, listWorkspaceUsers } from '@patchbay/contract/platform/workspace/users'
import { setMyStatus } from '@patchbay/contract/telephony/workspace/statuses'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
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

export const usersQuery = queryOptions({ queryKey: ['users'], queryFn: () => call(listWorkspaceUsers, {}) })

const useUserChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => queryClient.invalidateQueries(usersQuery) })
}

export const useInvite = () => useUserChange((body: InputOf<typeof inviteUser>['body']) => call(inviteUser, { body }))

export const useChangeUser = () =>
  useUserChange(({ id, ...body }: { id: number } & InputOf<typeof changeUser>['body']) =>
    call(changeUser, { params: { id }, body }),
  )

export const colleaguesQuery = queryOptions({ queryKey: ['colleagues'], queryFn: () => call(listColleagues, {}) })

/** Whom an id means. */
export const useColleagueName = (): ((id: number) => string) => {
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const names = new Map(colleagues.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]))
  return (id) => names.get(id) ?? `#${id}`
}

export const useSetStatus = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (status: UserStatus) => call(setMyStatus, { body: { status } }),
    onSuccess: ({ status, statusSince }) =>
      queryClient.setQueryData(meQuery.queryKey, (old) => old && { ...old, me: { ...old.me, status, statusSince } }),
  })
}
