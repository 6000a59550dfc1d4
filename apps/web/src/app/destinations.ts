import {
  IconApi,
  IconArrowsExchange,
  IconHistory,
  IconPhone,
  type IconProps,
  IconPuzzle,
  IconShoppingBag,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Texts } from '../texts/catalogue.ts'

export type Destination = {
  to: '/orders' | '/customers' | '/calls' | '/modules' | '/api-keys' | '/users' | '/action-log' | '/traffic'
  title: (texts: Texts) => string
  icon: ComponentType<IconProps>
  group: 'work' | 'setUp'
  adminOnly?: boolean
}

/** Where one can go: the navigation and the command palette show the same. */
const DESTINATIONS: Destination[] = [
  { to: '/orders', title: (texts) => texts.orders.title, icon: IconShoppingBag, group: 'work' },
  { to: '/customers', title: (texts) => texts.customers.title, icon: IconUsers, group: 'work' },
  { to: '/calls', title: (texts) => texts.calls.title, icon: IconPhone, group: 'work' },
  { to: '/modules', title: (texts) => texts.modules.title, icon: IconPuzzle, group: 'setUp' },
  { to: '/api-keys', title: (texts) => texts.apiKeys.title, icon: IconApi, group: 'setUp', adminOnly: true },
  { to: '/users', title: (texts) => texts.users.title, icon: IconUsersGroup, group: 'setUp', adminOnly: true },
  { to: '/traffic', title: (texts) => texts.traffic.title, icon: IconArrowsExchange, group: 'setUp', adminOnly: true },
  { to: '/action-log', title: (texts) => texts.actionLog.title, icon: IconHistory, group: 'setUp', adminOnly: true },
]

export const destinationsFor = (isAdmin: boolean): Destination[] =>
  DESTINATIONS.filter(({ adminOnly }) => isAdmin || !adminOnly)
