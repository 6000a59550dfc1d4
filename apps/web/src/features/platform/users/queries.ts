import type { InputOf, ReplyOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  changeUser,
  deleteUserGroup,
  inviteUser,
  listColleagues,
  listWorkspaceGroups,
  listWorkspaceUsers,
  resetSecondFactor,
  saveUserGroup,
} from '../../../lib/endpoints.generated.ts'

export type WorkspaceUser = ReplyOf<typeof listWorkspaceUsers>['users'][number]

export const fullName = ({ firstName, lastName }: Pick<WorkspaceUser, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

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

export const useResetSecondFactor = () => useUserChange((id: number) => call(resetSecondFactor, { params: { id } }))

export const groupsQuery = queryOptions({ queryKey: ['user-groups'], queryFn: () => call(listWorkspaceGroups, {}) })

export const useSaveGroup = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ code, ...body }: { code: string } & InputOf<typeof saveUserGroup>['body']) =>
      call(saveUserGroup, { params: { code }, body }),
    onSuccess: () => queryClient.invalidateQueries(groupsQuery),
  })
}

export const useDeleteGroup = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(deleteUserGroup, { params: { code } }),
    onSuccess: () => queryClient.invalidateQueries(groupsQuery),
  })
}

export const colleaguesQuery = queryOptions({ queryKey: ['colleagues'], queryFn: () => call(listColleagues, {}) })

/** The user with this id. */
export const useColleagueName = (): ((id: number) => string) => {
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const names = new Map(colleagues.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]))
  return (id) => names.get(id) ?? `#${id}`
}
