// Every page in every width and colour scheme: a picture, accessibility, browser errors, horizontal scrolling.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Desk } from '../support/rig.ts'
import { overflow, screenshot, seriousViolations, switchView, VIEWS } from '../support/screenshots.ts'
import { type Shop, startShop } from './shop.ts'
import { PAGES, SIGNED_OUT, type Visit, visit } from './visits.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

/** Loads the page once and switches through all views: pages adapt to width and colour scheme without a reload. */
const checkPage = async (desk: Desk, one: Visit): Promise<void> => {
  const { page, browserErrors } = desk
  const { name, onPhone, after } = one
  await page.setViewportSize(VIEWS[0].viewport)
  await visit(desk, shop, one)
  for (const view of VIEWS) {
    await switchView(page, view)
    if (view.name === 'phone-light') await onPhone?.(page)
    await screenshot(page, `${name}-${view.name}`)
    expect.soft(await seriousViolations(page, view.colorScheme === 'dark'), `${name} ${view.name}`).toEqual([])
    expect.soft(await overflow(page), `${name} ${view.name} is wider than its screen`).toBe(0)
  }
  await after?.(page, shop)
  expect.soft(browserErrors.splice(0), `${name} logs browser errors`).toEqual([])
}

describe('has no accessibility violations, browser errors or horizontal scrolling in any width and colour scheme', () => {
  let signedIn: Desk
  let signedOut: Desk
  beforeAll(async () => {
    ;[signedIn, signedOut] = await Promise.all([shop.rig.desk('ada'), shop.rig.desk(undefined)])
  })
  afterAll(() => Promise.all([signedIn.context.close(), signedOut.context.close()]))

  it.each(PAGES)('$name', (one) => checkPage(signedIn, one))
  it.each(SIGNED_OUT)('$name, signed out', (one) => checkPage(signedOut, one))
})
