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
import type { ActionFilter } from '../features/action-log/queries.ts'
import type { CallSearch } from '../features/calls/queries.ts'
import type { ChatSearch } from '../features/chats/queries.ts'
import type { CustomerSearch } from '../features/customers/queries.ts'
import type { OrderSearch } from '../features/orders/queries.ts'
import type { TaskSearch } from '../features/tasks/queries.ts'
import type { TrafficFilter } from '../features/traffic/queries.ts'
import { meQuery } from '../features/users/queries.ts'
import type { WebhookFilter } from '../features/webhooks/queries.ts'
import { ApiError } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'
import { NotFoundPage } from '../pages/NotFoundPage.tsx'
import { ErrorState, PageSkeleton } from '../ui/states.tsx'
import { Shell } from './Shell.tsx'

const root = createRootRoute({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../pages/SignInPage.tsx'), 'SignInPage'),
})
const choosePassword = createRoute({
  getParentRoute: () => root,
  path: '/choose-password',
  component: lazyRouteComponent(() => import('../pages/ChoosePasswordPage.tsx'), 'ChoosePasswordPage'),
})

const sharedExchange = createRoute({
  getParentRoute: () => root,
  path: '/shared',
  component: lazyRouteComponent(() => import('../pages/SharedExchangePage.tsx'), 'SharedExchangePage'),
})

/** Everything behind the door: whoever has no session is shown to it. */
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

/** Words in the address are what a person filtered by; everything else in it is left alone. */
const word = (value: unknown): string | undefined => (value === undefined || value === '' ? undefined : String(value))

const whole = (value: unknown): number | undefined => Number(value) || undefined

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
  validateSearch: (search: Record<string, unknown>): OrderSearch => ({
    number: word(search.number),
    status: word(search.status),
    site: word(search.site),
    manager: whole(search.manager),
    customer: whole(search.customer),
    from: word(search.from),
    to: word(search.to),
    page: whole(search.page),
  }),
  component: lazyRouteComponent(() => import('../pages/OrdersPage.tsx'), 'OrdersPage'),
})
const order = createRoute({
  getParentRoute: () => workspace,
  path: '/orders/$id',
  component: lazyRouteComponent(() => import('../pages/OrderPage.tsx'), 'OrderPage'),
})
const customers = createRoute({
  getParentRoute: () => workspace,
  path: '/customers',
  validateSearch: (search: Record<string, unknown>): CustomerSearch => ({
    find: word(search.find),
    site: word(search.site),
    manager: whole(search.manager),
    page: whole(search.page),
  }),
  component: lazyRouteComponent(() => import('../pages/CustomersPage.tsx'), 'CustomersPage'),
})
const customer = createRoute({
  getParentRoute: () => workspace,
  path: '/customers/$id',
  component: lazyRouteComponent(() => import('../pages/CustomerPage.tsx'), 'CustomerPage'),
})
const calls = createRoute({
  getParentRoute: () => workspace,
  path: '/calls',
  validateSearch: (search: Record<string, unknown>): CallSearch => ({
    of: search.of === 'me' ? 'me' : undefined,
    missed: search.missed ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('../pages/CallsPage.tsx'), 'CallsPage'),
})
const tasks = createRoute({
  getParentRoute: () => workspace,
  path: '/tasks',
  validateSearch: (search: Record<string, unknown>): TaskSearch => ({ of: search.of === 'all' ? 'all' : undefined }),
  component: lazyRouteComponent(() => import('../pages/TasksPage.tsx'), 'TasksPage'),
})
const chatSearch = (search: Record<string, unknown>): ChatSearch => ({
  mine: search.mine ? true : undefined,
  unread: search.unread ? true : undefined,
})
const chats = createRoute({
  getParentRoute: () => workspace,
  path: '/chats',
  validateSearch: chatSearch,
  component: lazyRouteComponent(() => import('../pages/ChatsPage.tsx'), 'ChatsPage'),
})
const chat = createRoute({
  getParentRoute: () => workspace,
  path: '/chats/$id',
  validateSearch: chatSearch,
  component: lazyRouteComponent(() => import('../pages/ChatsPage.tsx'), 'ChatsPage'),
})
const modules = createRoute({
  getParentRoute: () => workspace,
  path: '/modules',
  component: lazyRouteComponent(() => import('../pages/ModulesPage.tsx'), 'ModulesPage'),
})
const connectModule = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/connect',
  component: lazyRouteComponent(() => import('../pages/ConnectModulePage.tsx'), 'ConnectModulePage'),
})
const module = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/$code',
  component: lazyRouteComponent(() => import('../pages/ModulePage.tsx'), 'ModulePage'),
})
const webhooks = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/$code/webhooks',
  validateSearch: (search: Record<string, unknown>): WebhookFilter & { open?: number | undefined } => ({
    state: word(search.state) as WebhookFilter['state'],
    chat: whole(search.chat),
    since: word(search.since),
    until: word(search.until),
    open: whole(search.open),
  }),
  component: lazyRouteComponent(() => import('../pages/WebhooksPage.tsx'), 'WebhooksPage'),
})
const channels = createRoute({
  getParentRoute: () => workspace,
  path: '/modules/$code/channels',
  component: lazyRouteComponent(() => import('../pages/ChannelsPage.tsx'), 'ChannelsPage'),
})
const paymentSettings = createRoute({
  getParentRoute: () => workspace,
  path: '/payment-settings',
  component: lazyRouteComponent(() => import('../pages/PaymentSettingsPage.tsx'), 'PaymentSettingsPage'),
})
const discrepancies = createRoute({
  getParentRoute: () => workspace,
  path: '/discrepancies',
  validateSearch: (search: Record<string, unknown>): { settled?: boolean | undefined } => ({
    settled: search.settled ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('../pages/DiscrepanciesPage.tsx'), 'DiscrepanciesPage'),
})
const shops = createRoute({
  getParentRoute: () => workspace,
  path: '/shops',
  component: lazyRouteComponent(() => import('../pages/ShopsPage.tsx'), 'ShopsPage'),
})
const statuses = createRoute({
  getParentRoute: () => workspace,
  path: '/statuses',
  component: lazyRouteComponent(() => import('../pages/StatusesPage.tsx'), 'StatusesPage'),
})
const apiKeys = createRoute({
  getParentRoute: () => workspace,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('../pages/ApiKeysPage.tsx'), 'ApiKeysPage'),
})
const users = createRoute({
  getParentRoute: () => workspace,
  path: '/users',
  component: lazyRouteComponent(() => import('../pages/UsersPage.tsx'), 'UsersPage'),
})
const actionLog = createRoute({
  getParentRoute: () => workspace,
  path: '/action-log',
  validateSearch: (search: Record<string, unknown>): ActionFilter => ({
    type: word(search.type),
    actor: word(search.actor),
    since: word(search.since),
    until: word(search.until),
  }),
  component: lazyRouteComponent(() => import('../pages/ActionLogPage.tsx'), 'ActionLogPage'),
})
const traffic = createRoute({
  getParentRoute: () => workspace,
  path: '/traffic',
  validateSearch: (search: Record<string, unknown>): TrafficFilter & { open?: number | undefined } => ({
    module: word(search.module),
    failed: search.failed ? true : undefined,
    open: Number(search.open) || undefined,
  }),
  component: lazyRouteComponent(() => import('../pages/TrafficPage.tsx'), 'TrafficPage'),
})

const trace = createRoute({
  getParentRoute: () => workspace,
  path: '/traces/$of/$id',
  component: lazyRouteComponent(() => import('../pages/TracePage.tsx'), 'TracePage'),
})

/** Whatever else is asked for: said inside, with the navigation at hand. */
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
