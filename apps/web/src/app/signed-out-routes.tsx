import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { ApiError } from '../lib/api.ts'
import { meQuery } from '../lib/me.ts'
import { queryClient } from '../lib/query-client.ts'
import { Shell } from './Shell.tsx'

// The routes that need no session, and the parent of those that do.

export const root = createRootRoute({ component: Outlet })

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

const singleSignOn = createRoute({
  getParentRoute: () => root,
  path: '/single-sign-on',
  component: lazyRouteComponent(() => import('../pages/platform/SingleSignOnPage.tsx'), 'SingleSignOnPage'),
})
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/set-up-second-factor',
  component: lazyRouteComponent(() => import('../pages/platform/SecondFactorPage.tsx'), 'SecondFactorPage'),
})

const sharedExchange = createRoute({
  getParentRoute: () => root,
  path: '/shared',
  component: lazyRouteComponent(() => import('../pages/platform/SharedExchangePage.tsx'), 'SharedExchangePage'),
})

/** Without a session, redirect to the sign-in page. */
const needsSession = async (): Promise<void> => {
  try {
    const { me } = await queryClient.ensureQueryData(meQuery)
    if (me.secondFactorDue) throw redirect({ to: '/set-up-second-factor' })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect({ to: '/sign-in' })
    throw error
  }
}

/** Pages that need a session. */
export const workspace = createRoute({
  getParentRoute: () => root,
  id: 'workspace',
  component: Shell,
  beforeLoad: needsSession,
})

/** For a screen in the office: with a session, without the frame of the workspace. */
export const wall = createRoute({
  getParentRoute: () => root,
  path: '/wall',
  beforeLoad: needsSession,
  component: lazyRouteComponent(() => import('./Wall.tsx'), 'Wall'),
})

export const signedOutRoutes = [signIn, choosePassword, singleSignOn, secondFactor, sharedExchange] as const
