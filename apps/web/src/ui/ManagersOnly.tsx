import type { ReactNode } from 'react'
import { useHasRole } from '../lib/me.ts'

/** What changes something: read-only users do not see it, since the server would refuse it. */
export const ManagersOnly = ({ children, otherwise = null }: { children: ReactNode; otherwise?: ReactNode }) =>
  useHasRole('manager') ? children : otherwise
