import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { meQuery } from '../features/users/queries.ts'
import { ApiError } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'
import { ChoosePasswordPage } from '../pages/ChoosePasswordPage.tsx'
import { ModulesPage } from '../pages/ModulesPage.tsx'
import { SignInPage } from '../pages/SignInPage.tsx'
import { Shell } from './Shell.tsx'

const root = createRootRoute({ component: Outlet })

const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage })
const choosePassword = createRoute({
  getParentRoute: () => root,
  path: '/choose-password',
  component: ChoosePasswordPage,
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

const home = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/modules' })
  },
})
const modules = createRoute({ getParentRoute: () => workspace, path: '/modules', component: ModulesPage })

export const router = createRouter({
  routeTree: root.addChildren([signIn, choosePassword, workspace.addChildren([home, modules])]),
  defaultPreload: 'intent',
})

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface Register {
    router: typeof router
  }
}
