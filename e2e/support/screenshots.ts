// Screenshots, and automatic checks of a page: accessibility and overflow.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Desk } from './rig.ts'

const SCREENSHOTS = fileURLToPath(new URL('../screenshots/', import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Contrast is checked in every view, everything else once per width. */
export const VIEWS = [
  { name: 'desktop-light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'desktop-dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'phone-light', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/** With PICTURES=1: to look at, and for the documentation. They cost a third of the time of the tour. */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES === '1') await page.screenshot({ path: `${SCREENSHOTS}${name}.png` })
}

const LOADING = ['Loading…', 'Cargando…', 'Загрузка…']

/** Waits until the page is loaded: its heading is visible and no request is pending. */
export const settle = async ({ page, idle }: Desk): Promise<void> => {
  await page.locator('h1:visible, h2:visible').first().waitFor()
  await idle()
  await page.waitForFunction((texts) => {
    const labels = [...document.querySelectorAll('[role=status]')].map((status) => status.ariaLabel)
    return !texts.some((text) => labels.includes(text) || document.body.textContent.includes(text))
  }, LOADING)
  await page.evaluate(() => document.fonts.ready)
}

/** Switches to this view without a reload. */
export const switchView = async (page: Page, { viewport, colorScheme }: (typeof VIEWS)[number]): Promise<void> => {
  // Setting the same size again lays the page out again.
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
}

/** All violations that axe finds on a page. */
export const violations = async (page: Page, options: RunOptions = {}): Promise<AxeResults['violations']> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const results = await page.evaluate(
    (runOptions) =>
      (globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run({
        resultTypes: ['violations'],
        ...runOptions,
      }),
    options,
  )
  return results.violations
}

/** The serious and critical violations; must be empty. */
export const seriousViolations = async (page: Page, onlyColours = false): Promise<string[]> =>
  (await violations(page, onlyColours ? { runOnly: ['color-contrast'] } : {}))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))

/** By how many pixels the page is wider than the screen, which would need horizontal scrolling. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
