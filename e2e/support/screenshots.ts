// How a page is looked at: a screenshot to be seen by people, and what a program can see by itself.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Desk } from './rig.ts'

const SCREENSHOTS = fileURLToPath(new URL('../screenshots/', import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Colours are looked at in each view, everything else once for each width. */
export const VIEWS = [
  { name: 'desktop-light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'desktop-dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'phone-light', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

export const screenshot = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: `${SCREENSHOTS}${name}.png` })

/** The page is there: its heading stands, and nothing is on its way. */
export const settle = async ({ page, idle }: Desk): Promise<void> => {
  await page.locator('h1:visible, h2:visible').first().waitFor()
  await idle()
  await page.locator('[role=status][aria-label="Loading…"]').waitFor({ state: 'detached' })
  await page.getByText('Loading…').first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
}

/** As wide and as bright as that view, without loading anything anew. */
export const turn = async (page: Page, { viewport, colorScheme }: (typeof VIEWS)[number]): Promise<void> => {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
}

/** All that axe has to say about a page. */
export const violations = async (page: Page, options: RunOptions = {}): Promise<AxeResults['violations']> => {
  await page.evaluate(axe)
  const results = await page.evaluate(
    (wanted) =>
      (globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run({
        resultTypes: ['violations'],
        ...wanted,
      }),
    options,
  )
  return results.violations
}

/** What keeps somebody from using the page; an empty list is what we want. */
export const barriers = async (page: Page, onlyColours = false): Promise<string[]> =>
  (await violations(page, onlyColours ? { runOnly: ['color-contrast'] } : {}))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))

/** Wider than the screen: on a phone everything would have to be pushed to and fro. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
