import {
  IconApi,
  IconArrowsExchange,
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconChecklist,
  IconCreditCard,
  IconDeviceTv,
  IconFileImport,
  IconHistory,
  IconHome,
  IconListCheck,
  IconMessageBolt,
  IconMessages,
  IconPhone,
  type IconProps,
  IconPuzzle,
  IconRoute,
  IconScale,
  IconSettings,
  IconShoppingBag,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Texts } from '../texts/catalogue.ts'

export type Destination = {
  to:
    | '/'
    | '/orders'
    | '/payments'
    | '/customers'
    | '/calls'
    | '/chats'
    | '/tasks'
    | '/reports/calls'
    | '/wall'
    | '/imports'
    | '/modules'
    | '/canned-replies'
    | '/payment-settings'
    | '/discrepancies'
    | '/account'
    | '/shops'
    | '/routing'
    | '/statuses'
    | '/api-keys'
    | '/users'
    | '/action-log'
    | '/traffic'
  title: (texts: Texts) => string
  icon: ComponentType<IconProps>
  group: 'work' | 'setUp'
  adminOnly?: boolean
}

/** The pages that the navigation and the command palette show. */
const DESTINATIONS: Destination[] = [
  { to: '/', title: (texts) => texts.shell.home, icon: IconHome, group: 'work' },
  { to: '/orders', title: (texts) => texts.orders.title, icon: IconShoppingBag, group: 'work' },
  { to: '/payments', title: (texts) => texts.shell.payments, icon: IconCash, group: 'work' },
  { to: '/customers', title: (texts) => texts.customers.title, icon: IconUsers, group: 'work' },
  { to: '/calls', title: (texts) => texts.calls.title, icon: IconPhone, group: 'work' },
  { to: '/chats', title: (texts) => texts.chats.title, icon: IconMessages, group: 'work' },
  { to: '/tasks', title: (texts) => texts.tasks.title, icon: IconChecklist, group: 'work' },
  { to: '/reports/calls', title: (texts) => texts.shell.reports, icon: IconChartBar, group: 'work' },
  { to: '/wall', title: (texts) => texts.shell.wall, icon: IconDeviceTv, group: 'work' },
  { to: '/imports', title: (texts) => texts.shell.importExport, icon: IconFileImport, group: 'work' },
  { to: '/modules', title: (texts) => texts.modules.title, icon: IconPuzzle, group: 'setUp' },
  { to: '/canned-replies', title: (texts) => texts.shell.cannedReplies, icon: IconMessageBolt, group: 'setUp' },
  {
    to: '/payment-settings',
    title: (texts) => texts.paymentSettings.title,
    icon: IconCreditCard,
    group: 'setUp',
    adminOnly: true,
  },
  {
    to: '/discrepancies',
    title: (texts) => texts.discrepancies.title,
    icon: IconScale,
    group: 'setUp',
    adminOnly: true,
  },
  { to: '/account', title: (texts) => texts.shell.account, icon: IconSettings, group: 'setUp', adminOnly: true },
  { to: '/shops', title: (texts) => texts.shell.shops, icon: IconBuildingStore, group: 'setUp', adminOnly: true },
  { to: '/routing', title: (texts) => texts.shell.routing, icon: IconRoute, group: 'setUp', adminOnly: true },
  { to: '/statuses', title: (texts) => texts.shell.statuses, icon: IconListCheck, group: 'setUp', adminOnly: true },
  { to: '/api-keys', title: (texts) => texts.apiKeys.title, icon: IconApi, group: 'setUp', adminOnly: true },
  { to: '/users', title: (texts) => texts.users.title, icon: IconUsersGroup, group: 'setUp', adminOnly: true },
  { to: '/traffic', title: (texts) => texts.traffic.title, icon: IconArrowsExchange, group: 'setUp', adminOnly: true },
  { to: '/action-log', title: (texts) => texts.actionLog.title, icon: IconHistory, group: 'setUp', adminOnly: true },
]

export const destinationsFor = (isAdmin: boolean): Destination[] =>
  DESTINATIONS.filter(({ adminOnly }) => isAdmin || !adminOnly)
