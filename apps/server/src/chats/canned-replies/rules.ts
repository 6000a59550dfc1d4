import { hasRole, type Role } from '@patchbay/contract/base/roles'

/** Everyone has replies of their own; those that all see are the business of team leads. */
export const mayEdit = (
  user: { userId: number; role: Role },
  { ownerId }: { /** Null: shared. */ ownerId: number | null },
): boolean => (ownerId === null ? hasRole(user.role, 'team-lead') : ownerId === user.userId)

/** Shortcuts are compared without regard to case. */
export const shortcutKey = (shortcut: string): string => shortcut.toLowerCase()
