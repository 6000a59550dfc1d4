import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { chatReportSearch } from '../features/chats/chat-statistics/search.ts'
import { paymentReportSearch } from '../features/payments/payment-statistics/search.ts'
import { callReportSearch } from '../features/telephony/call-statistics/search.ts'
import { workspace } from './signed-out-routes.tsx'

const calls = createRoute({
  getParentRoute: () => workspace,
  path: '/reports/calls',
  validateSearch: callReportSearch,
  component: lazyRouteComponent(() => import('../pages/telephony/CallReportPage.tsx'), 'CallReportPage'),
})
const payments = createRoute({
  getParentRoute: () => workspace,
  path: '/reports/payments',
  validateSearch: paymentReportSearch,
  component: lazyRouteComponent(() => import('../pages/payments/PaymentReportPage.tsx'), 'PaymentReportPage'),
})
const chats = createRoute({
  getParentRoute: () => workspace,
  path: '/reports/chats',
  validateSearch: chatReportSearch,
  component: lazyRouteComponent(() => import('../pages/chats/ChatReportPage.tsx'), 'ChatReportPage'),
})

const days = createRoute({
  getParentRoute: () => workspace,
  path: '/reports/days',
  component: lazyRouteComponent(() => import('../pages/payments/PaymentDaysPage.tsx'), 'PaymentDaysPage'),
})
const day = createRoute({
  getParentRoute: () => workspace,
  path: '/reports/days/$dayId',
  component: lazyRouteComponent(() => import('../pages/payments/PaymentDayPage.tsx'), 'PaymentDayPage'),
})

export const reportRoutes = [calls, payments, chats, days, day] as const
