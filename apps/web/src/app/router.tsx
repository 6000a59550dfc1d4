import {
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  useRouter,
} from '@tanstack/react-router'
import { chatSearch } from '../features/chats/conversations/search.ts'
import { webhookSearch } from '../features/chats/webhooks/search.ts'
import { taskSearch } from '../features/crm/tasks/search.ts'
import { discrepancySearch } from '../features/payments/discrepancies/search.ts'
import { paymentSearch } from '../features/payments/invoice-list/search.ts'
import { actionSearch } from '../features/platform/action-log/search.ts'
import { trafficSearch } from '../features/platform/traffic/search.ts'
import { callPageSearch, callSearch } from '../features/telephony/calls/search.ts'
import { ApiError } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'
import { NotFoundPage } from '../pages/NotFoundPage.tsx'
import { ErrorState, ForbiddenState, PageSkeleton } from '../ui/states.tsx'
import { crmRoutes, numericId } from './crm-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { needsRole } from './role-guard.ts'
import { root, signedOutRoutes, wall, workspace } from './signed-out-routes.tsx'

const calls = createRoute({
  getParentRoute: () => workspace,
  path: '/calls',
  validateSearch: callSearch,
  component: lazyRouteComponent(() => import('../pages/telephony/CallsPage.tsx'), 'CallsPage'),
})
const call = createRoute({
  getParentRoute: () => workspace,
  path: '/calls/$id',
  beforeLoad: numericId,
  validateSearch: callPageSearch,
  component: lazyRouteComponent(() => import('../pages/telephony/CallPage.tsx'), 'CallPage'),
})
const tasks = createRoute({
  getParentRoute: () => workspace,
  path: '/tasks',
  validateSearch: taskSearch,
  component: lazyRouteComponent(() => import('../pages/crm/TasksPage.tsx'), 'TasksPage'),
})
const chats = createRoute({
  getParentRoute: () => workspace,
  path: '/chats',
  validateSearch: chatSearch,
  component: lazyRouteComponent(() => import('../pages/chats/ChatsPage.tsx'), 'ChatsPage'),
})
const chat = createRoute({
  getParentRoute: () => workspace,
  path: '/chats/$id',
  validateSearch: chatSearch,
  component: lazyRouteComponent(() => import('../pages/chats/ChatsPage.tsx'), 'ChatsPage'),
})
const payments = createRoute({
  getParentRoute: () => workspace,
  path: '/payments',
  validateSearch: paymentSearch,
  component: lazyRouteComponent(() => import('../pages/payments/PaymentsPage.tsx'), 'PaymentsPage'),
})
const cannedReplies = createRoute({
  getParentRoute: () => workspace,
  path: '/canned-replies',
  component: lazyRouteComponent(() => import('../pages/chats/CannedRepliesPage.tsx'), 'CannedRepliesPage'),
})
const modules = createRoute({
  getParentRoute: () => workspace,
  path: '/modules',
  component: lazyRouteComponent(() => import('../pages/integration-modules/ModulesPage.tsx'), 'ModulesPage'),
})
const connectModule = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/connect',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(
    () => import('../pages/integration-modules/ConnectModulePage.tsx'),
    'ConnectModulePage',
  ),
})
const module = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/$code',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(() => import('../pages/integration-modules/ModulePage.tsx'), 'ModulePage'),
})
const webhooks = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/$code/webhooks',
  beforeLoad: needsRole('admin'),
  validateSearch: webhookSearch,
  component: lazyRouteComponent(() => import('../pages/chats/WebhooksPage.tsx'), 'WebhooksPage'),
})
const channels = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/$code/channels',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(() => import('../pages/chats/ChannelsPage.tsx'), 'ChannelsPage'),
})
const paymentSettings = createRoute({
  getParentRoute: () => workspace,
  path: '/payment-settings',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(() => import('../pages/payments/PaymentSettingsPage.tsx'), 'PaymentSettingsPage'),
})
const discrepancies = createRoute({
  getParentRoute: () => workspace,
  path: '/discrepancies',
  beforeLoad: needsRole('admin'),
  validateSearch: discrepancySearch,
  component: lazyRouteComponent(() => import('../pages/payments/DiscrepanciesPage.tsx'), 'DiscrepanciesPage'),
})
const account = createRoute({
  getParentRoute: () => workspace,
  path: '/account',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(() => import('../pages/platform/AccountPage.tsx'), 'AccountPage'),
})
const profile = createRoute({
  getParentRoute: () => workspace,
  path: '/profile',
  component: lazyRouteComponent(() => import('../pages/platform/ProfilePage.tsx'), 'ProfilePage'),
})
const security = createRoute({
  getParentRoute: () => workspace,
  path: '/security',
  component: lazyRouteComponent(() => import('../pages/platform/SecurityPage.tsx'), 'SecurityPage'),
})
const notificationSettings = createRoute({
  getParentRoute: () => workspace,
  path: '/notification-settings',
  component: lazyRouteComponent(
    () => import('../pages/platform/NotificationSettingsPage.tsx'),
    'NotificationSettingsPage',
  ),
})
const shops = createRoute({
  getParentRoute: () => workspace,
  path: '/shops',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(() => import('../pages/platform/ShopsPage.tsx'), 'ShopsPage'),
})
const routing = createRoute({
  getParentRoute: () => workspace,
  path: '/routing',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(() => import('../pages/platform/RoutingPage.tsx'), 'RoutingPage'),
})
const statuses = createRoute({
  getParentRoute: () => workspace,
  path: '/statuses',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(() => import('../pages/crm/StatusesPage.tsx'), 'StatusesPage'),
})
const apiKeys = createRoute({
  getParentRoute: () => workspace,
  path: '/api-keys',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(() => import('../pages/platform/ApiKeysPage.tsx'), 'ApiKeysPage'),
})
const users = createRoute({
  getParentRoute: () => workspace,
  path: '/users',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(() => import('../pages/platform/UsersPage.tsx'), 'UsersPage'),
})
const actionLog = createRoute({
  getParentRoute: () => workspace,
  path: '/action-log',
  beforeLoad: needsRole('admin'),
  validateSearch: actionSearch,
  component: lazyRouteComponent(() => import('../pages/platform/ActionLogPage.tsx'), 'ActionLogPage'),
})
const traffic = createRoute({
  getParentRoute: () => workspace,
  path: '/traffic',
  beforeLoad: needsRole('admin'),
  validateSearch: trafficSearch,
  component: lazyRouteComponent(() => import('../pages/platform/TrafficPage.tsx'), 'TrafficPage'),
})

const trace = createRoute({
  getParentRoute: () => workspace,
  path: '/traces/$of/$id',
  beforeLoad: needsRole('admin'),
  component: lazyRouteComponent(() => import('../pages/platform/TracePage.tsx'), 'TracePage'),
})

/** Unknown URLs: show the message with the navigation. */
const nowhere = createRoute({ getParentRoute: () => workspace, path: '$', component: NotFoundPage })

const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const retry = () => {
    void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' })
    reset()
    void router.invalidate()
  }
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  if (error instanceof ApiError && error.status === 403) return <ForbiddenState error={error} />
  return <ErrorState error={error} onRetry={retry} />
}

export const router = createRouter({
  routeTree: root.addChildren([
    ...signedOutRoutes,
    wall,
    workspace.addChildren([
      ...crmRoutes,
      ...reportRoutes,
      calls,
      call,
      tasks,
      payments,
      chats,
      chat,
      cannedReplies,
      modules,
      connectModule,
      module,
      webhooks,
      channels,
      paymentSettings,
      discrepancies,
      account,
      profile,
      security,
      notificationSettings,
      shops,
      routing,
      statuses,
      apiKeys,
      users,
      actionLog,
      traffic,
      trace,
      nowhere,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented
  interface Register {
    router: typeof router
  }
}
