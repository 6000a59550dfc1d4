import type { Page } from 'playwright-core'

type Router = { navigate: (to: { href: string }) => Promise<void> }

/**
 * Goes to another page of the workspace as its links do. The program is not loaded again, which takes a browser as long as
 * ten pages; returns when the page is there.
 */
export const walk = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router }
    return router.navigate({ href })
  }, path)
