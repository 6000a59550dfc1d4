// Who may do what in the workspace. No schemas here: the browser takes values from files without TypeBox.

/** In ascending order: each role may do what those before it may. */
export const ROLES = ['read-only', 'manager', 'team-lead', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** What an endpoint needs: this role or a higher one; `anyone` for what concerns only the caller's own sign-in. */
export type NeededRole = Exclude<Role, 'read-only'> | 'anyone'

export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** A read-only user may read what a manager may read, and change nothing but their own sign-in and notifications. */
export const mayCall = (role: Role, needed: NeededRole, method: string): boolean => {
  if (needed === 'anyone') return true
  return hasRole(role, method === 'GET' && needed === 'manager' ? 'read-only' : needed)
}
