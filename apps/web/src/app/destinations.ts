import {
  IconApi,
  IconArrowsExchange,
  IconHistory,
  type IconProps,
  IconPuzzle,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Texts } from '../texts/catalogue.ts'

export type Destination = {
  to: '/modules' | '/api-keys' | '/users' | '/action-log' | '/traffic'
  title: (texts: Texts) => string
  icon: ComponentType<IconProps>
  group: 'work' | 'setUp'
  adminOnly?: boolean
}

/** Where one can go: the navigation and the command palette show the same. */
const DESTINATIONS: Destination[] = [
  { to: '/modules', title: (texts) => texts.modules.title, icon: IconPuzzle, group: 'setUp' },
  { to: '/api-keys', title: (texts) => texts.apiKeys.title, icon: IconApi, group: 'setUp', adminOnly: true },
  { to: '/users', title: (texts) => texts.users.title, icon: IconUsersGroup, group: 'setUp', adminOnly: true },
  { to: '/traffic', title: (texts) => texts.traffic.title, icon: IconArrowsExchange, group: 'setUp', adminOnly: true },
  { to: '/action-log', title: (texts) => texts.actionLog.title, icon: IconHistory, group: 'setUp', adminOnly: true },
]

export const destinationsFor = (isAdmin: boolean): Destination[] =>
  DESTINATIONS.filter(({ adminOnly }) => isAdmin || !adminOnly)
