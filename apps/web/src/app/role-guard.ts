import { hasRole, type Role } from '@patchbay/contract/base/roles'
import { ApiError } from '../lib/api.ts'
import { meQuery } from '../lib/me.ts'
import { queryClient } from '../lib/query-client.ts'

/** A page for this role and higher ones: others see why not, instead of a form that the server would refuse. */
export const needsRole = (role: Exclude<Role, 'read-only'>) => async (): Promise<void> => {
  const { me } = await queryClient.ensureQueryData(meQuery)
  if (!hasRole(me.role, role)) throw new ApiError(403, { errorCode: role === 'admin' ? 'admin_needed' : 'role_needed' })
}
