import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { changeUser, inviteUser, listColleagues, listWorkspaceUsers } from '../../../lib/endpoints.generated.ts'

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
