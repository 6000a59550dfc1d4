import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { customerSearch, newCustomerSearch } from '../features/crm/customers/search.ts'
import { importSearch } from '../features/crm/imports/search.ts'
import { newOrderSearch, orderSearch } from '../features/crm/orders/search.ts'
import { needsRole } from './role-guard.ts'
import { workspace } from './signed-out-routes.tsx'

export const numericId = ({ params }: { params: { id: string } }) => {
  if (!/^\d+$/.test(params.id)) throw notFound()
}

const editable = async (match: { params: { id: string } }) => {
  numericId(match)
  await needsRole('manager')()
}

const home = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/crm/HomePage.tsx'), 'HomePage'),
})
const orders = createRoute({
  getParentRoute: () => workspace,
  path: '/orders',
  validateSearch: orderSearch,
  component: lazyRouteComponent(() => import('../pages/crm/OrdersPage.tsx'), 'OrdersPage'),
})
const newOrder = createRoute({
  getParentRoute: () => workspace,
  path: '/orders/add',
  beforeLoad: needsRole('manager'),
  validateSearch: newOrderSearch,
  component: lazyRouteComponent(() => import('../pages/crm/NewOrderPage.tsx'), 'NewOrderPage'),
})
const editOrder = createRoute({
  getParentRoute: () => workspace,
  path: '/orders/$id/edit',
  beforeLoad: editable,
  component: lazyRouteComponent(() => import('../pages/crm/EditOrderPage.tsx'), 'EditOrderPage'),
})
const order = createRoute({
  getParentRoute: () => workspace,
  path: '/orders/$id',
  beforeLoad: numericId,
  component: lazyRouteComponent(() => import('../pages/crm/OrderPage.tsx'), 'OrderPage'),
})
const customers = createRoute({
  getParentRoute: () => workspace,
  path: '/customers',
  validateSearch: customerSearch,
  component: lazyRouteComponent(() => import('../pages/crm/CustomersPage.tsx'), 'CustomersPage'),
})
const newCustomer = createRoute({
  getParentRoute: () => workspace,
  path: '/customers/add',
  beforeLoad: needsRole('manager'),
  validateSearch: newCustomerSearch,
  component: lazyRouteComponent(() => import('../pages/crm/NewCustomerPage.tsx'), 'NewCustomerPage'),
})
const editCustomer = createRoute({
  getParentRoute: () => workspace,
  path: '/customers/$id/edit',
  beforeLoad: editable,
  component: lazyRouteComponent(() => import('../pages/crm/EditCustomerPage.tsx'), 'EditCustomerPage'),
})
const customer = createRoute({
  getParentRoute: () => workspace,
  path: '/customers/$id',
  beforeLoad: numericId,
  component: lazyRouteComponent(() => import('../pages/crm/CustomerPage.tsx'), 'CustomerPage'),
})

const imports = createRoute({
  getParentRoute: () => workspace,
  path: '/imports',
  component: lazyRouteComponent(() => import('../pages/crm/ImportsPage.tsx'), 'ImportsPage'),
})
const newImport = createRoute({
  getParentRoute: () => workspace,
  path: '/imports/add',
  beforeLoad: needsRole('team-lead'),
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import('../pages/crm/NewImportPage.tsx'), 'NewImportPage'),
})
const oneImport = createRoute({
  getParentRoute: () => workspace,
  path: '/imports/$id',
  beforeLoad: async (match) => {
    numericId(match)
    await needsRole('team-lead')()
  },
  component: lazyRouteComponent(() => import('../pages/crm/ImportPage.tsx'), 'ImportPage'),
})

export const crmRoutes = [
  home,
  orders,
  newOrder,
  editOrder,
  order,
  customers,
  newCustomer,
  editCustomer,
  customer,
  imports,
  newImport,
  oneImport,
] as const
