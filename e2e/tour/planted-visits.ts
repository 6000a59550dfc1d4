// The pages with other texts in their answers: what opens a page by its text would find nothing.
import type { Page } from 'playwright-core'
import type { Desk } from '../support/rig.ts'
import { settle } from '../support/screenshots.ts'
import type { Shop } from './shop.ts'
import { PAGES, pathOf, type Visit } from './visits.ts'

/** Each address of the pages once. */
export const pathsOf = async (shop: Shop): Promise<Set<string>> =>
  new Set(await Promise.all(PAGES.map((one) => pathOf(one, shop))))

export const openFirstRow = async (desk: Desk): Promise<void> => {
  const row = desk.page.locator('[data-row]').first()
  if ((await row.count()) === 0) return
  await row.click({ position: { x: 8, y: 8 } })
  await settle(desk)
}

const changeExtension = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Change extension' }).click()
  await page.getByRole('dialog').waitFor()
}

const OPENED_BY_BUTTONS = new Set(
  `notifications customer-merge call-log chat-customer chat-replies webhooks-replay shop-new order-status-new payment-status-new
   api-key-new user-invite palette shortcuts`.split(/\s+/),
)

/** Windows that buttons and keys open; those of rows open with the first row. */
export const WINDOWS: readonly Visit[] = [
  ...PAGES.filter(({ name }) => OPENED_BY_BUTTONS.has(name)),
  { name: 'extension', path: '/users', open: changeExtension },
]
