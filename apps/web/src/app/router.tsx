import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { chatSearch } from '../features/chats/conversations/search.ts'
import { webhookSearch } from '../features/chats/webhooks/search.ts'
import { customerSearch } from '../features/crm/customers/search.ts'
import { orderSearch } from '../features/crm/orders/search.ts'
import { taskSearch } from '../features/crm/tasks/search.ts'
import { discrepancySearch } from '../features/payments/discrepancies/search.ts'
import { actionSearch } from '../features/platform/action-log/search.ts'
import { trafficSearch } from '../features/platform/traffic/search.ts'
import { callSearch } from '../features/telephony/calls/search.ts'
import { ApiError } from '../lib/api.ts'
import { meQuery } from '../lib/me.ts'
import { queryClient } from '../lib/query-client.ts'
import { NotFoundPage } from '../pages/NotFoundPage.tsx'
import { ErrorState, PageSkeleton } from '../ui/states.tsx'
import { Shell } from './Shell.tsx'

const root = createRootRoute({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../pages/platform/SignInPage.tsx'), 'SignInPage'),
})
const choosePassword = createRoute({
  getParentRoute: () => root,
  path: '/choose-password',
  component: lazyRouteComponent(() => import('../pages/platform/ChoosePasswordPage.tsx'), 'ChoosePasswordPage'),
})

const sharedExchange = createRoute({
  getParentRoute: () => root,
  path: '/shared',
  component: lazyRouteComponent(() => import('../pages/platform/SharedExchangePage.tsx'), 'SharedExchangePage'),
})

/** Everything that needs a session; without one, the page to sign in. */
const workspace = createRoute({
  getParentRoute: () => root,
  id: 'workspace',
  component: Shell,
  beforeLoad: async () => {
    try {
      await queryClient.ensureQueryData(meQuery)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw redirect({ to: '/sign-in' })
      throw error
    }
  },
})

const home = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/orders' })
  },
})
const orders = createRoute({
  getParentRoute: () => workspace,
  path: '/orders',
  validateSearch: orderSearch,
  component: lazyRouteComponent(() => import('../pages/crm/OrdersPage.tsx'), 'OrdersPage'),
})
const order = createRoute({
  getParentRoute: () => workspace,
  path: '/orders/$id',
  component: lazyRouteComponent(() => import('../pages/crm/OrderPage.tsx'), 'OrderPage'),
})
const customers = createRoute({
  getParentRoute: () => workspace,
  path: '/customers',
  validateSearch: customerSearch,
  component: lazyRouteComponent(() => import('../pages/crm/CustomersPage.tsx'), 'CustomersPage'),
})
const customer = createRoute({
  getParentRoute: () => workspace,
  path: '/customers/$id',
  component: lazyRouteComponent(() => import('../pages/crm/CustomerPage.tsx'), 'CustomerPage'),
})
const calls = createRoute({
  getParentRoute: () => workspace,
  path: '/calls',
  validateSearch: callSearch,
  component: lazyRouteComponent(() => import('../pages/telephony/CallsPage.tsx'), 'CallsPage'),
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
const modules = createRoute({
  getParentRoute: () => workspace,
  path: '/modules',
  component: lazyRouteComponent(() => import('../pages/integration-modules/ModulesPage.tsx'), 'ModulesPage'),
})
const connectModule = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/connect',
  component: lazyRouteComponent(
    () => import('../pages/integration-modules/ConnectModulePage.tsx'),
    'ConnectModulePage',
  ),
})
const module = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/$code',
  component: lazyRouteComponent(() => import('../pages/integration-modules/ModulePage.tsx'), 'ModulePage'),
})
const webhooks = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/$code/webhooks',
  validateSearch: webhookSearch,
  component: lazyRouteComponent(() => import('../pages/chats/WebhooksPage.tsx'), 'WebhooksPage'),
})
const channels = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/$code/channels',
  component: lazyRouteComponent(() => import('../pages/chats/ChannelsPage.tsx'), 'ChannelsPage'),
})
const paymentSettings = createRoute({
  getParentRoute: () => workspace,
  path: '/payment-settings',
  component: lazyRouteComponent(() => import('../pages/payments/PaymentSettingsPage.tsx'), 'PaymentSettingsPage'),
})
const discrepancies = createRoute({
  getParentRoute: () => workspace,
  path: '/discrepancies',
  validateSearch: discrepancySearch,
  component: lazyRouteComponent(() => import('../pages/payments/DiscrepanciesPage.tsx'), 'DiscrepanciesPage'),
})
const shops = createRoute({
  getParentRoute: () => workspace,
  path: '/shops',
  component: lazyRouteComponent(() => import('../pages/platform/ShopsPage.tsx'), 'ShopsPage'),
})
const statuses = createRoute({
  getParentRoute: () => workspace,
  path: '/statuses',
  component: lazyRouteComponent(() => import('../pages/crm/StatusesPage.tsx'), 'StatusesPage'),
})
const apiKeys = createRoute({
  getParentRoute: () => workspace,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('../pages/platform/ApiKeysPage.tsx'), 'ApiKeysPage'),
})
const users = createRoute({
  getParentRoute: () => workspace,
  path: '/users',
  component: lazyRouteComponent(() => import('../pages/platform/UsersPage.tsx'), 'UsersPage'),
})
const actionLog = createRoute({
  getParentRoute: () => workspace,
  path: '/action-log',
  validateSearch: actionSearch,
  component: lazyRouteComponent(() => import('../pages/platform/ActionLogPage.tsx'), 'ActionLogPage'),
})
const traffic = createRoute({
  getParentRoute: () => workspace,
  path: '/traffic',
  validateSearch: trafficSearch,
  component: lazyRouteComponent(() => import('../pages/platform/TrafficPage.tsx'), 'TrafficPage'),
})

const trace = createRoute({
  getParentRoute: () => workspace,
  path: '/traces/$of/$id',
  component: lazyRouteComponent(() => import('../pages/platform/TracePage.tsx'), 'TracePage'),
})

/** Unknown addresses: the message keeps the navigation beside it. */
const nowhere = createRoute({ getParentRoute: () => workspace, path: '$', component: NotFoundPage })

const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const retry = () => {
    void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' })
    reset()
    void router.invalidate()
  }
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  return <ErrorState error={error} onRetry={retry} />
}

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    choosePassword,
    sharedExchange,
    workspace.addChildren([
      home,
      orders,
      order,
      customers,
      customer,
      calls,
      tasks,
      chats,
      chat,
      modules,
      connectModule,
      module,
      webhooks,
      channels,
      paymentSettings,
      discrepancies,
      shops,
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
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface Register {
    router: typeof router
  }
}
