import { gzipSync } from 'node:zlib'
import { startReceiver } from '@patchbay/testkit/receiver'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectExchange, connectPayments, fillShop, uploadCalls } from './demo.ts'
import { barriers, overflow, screenshot, settle, VIEWS } from './look.ts'
import { ADDRESS, type Rig, startRig } from './rig.ts'

let rig: Rig
let module: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  rig = await startRig()
  module = await startReceiver()
  await populate()
})
afterAll(async () => {
  await rig.close()
  await module.close()
})

const populate = async (): Promise<void> => {
  await connectExchange(rig.api, module)
  await connectPayments(rig.api, module)
  await fillShop(rig.api)
  await uploadCalls(rig.api)
  await rig.api.post('/api/v5/integration-modules/paylane/edit', {
    integrationModule: { code: 'paylane', baseUrl: 'not an address' },
  })
}

type Visit = { name: string; path: string; open?: (page: Page) => Promise<unknown> }

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const firstRow = (page: Page) => page.locator('[data-row]').first().click()

const PAGES: Visit[] = [
  { name: 'orders', path: '/orders' },
  { name: 'orders-filtered', path: '/orders?site=fern-garden' },
  { name: 'order', path: '/orders', open: firstRow },
  { name: 'customers', path: '/customers' },
  { name: 'customer', path: '/customers?find=%2B46850055001', open: firstRow },
  { name: 'calls', path: '/calls' },
  { name: 'modules', path: '/modules' },
  { name: 'module', path: '/modules/switchboard' },
  { name: 'module-payment', path: '/modules/paylane' },
  { name: 'connect', path: '/modules/connect' },
  { name: 'connect-key', path: '/modules/connect', open: press('Make the key') },
  { name: 'api-keys', path: '/api-keys' },
  { name: 'api-key-new', path: '/api-keys', open: press('New key') },
  { name: 'users', path: '/users' },
  { name: 'user-invite', path: '/users', open: press('Invite') },
  { name: 'action-log', path: '/action-log' },
  { name: 'action-log-none', path: '/action-log?since=2030-01-01' },
  { name: 'traffic', path: '/traffic' },
  {
    name: 'traffic-exchange',
    path: '/traffic?failed=true',
    open: (page) => page.locator('[data-row]').first().click(),
  },
  { name: 'palette', path: '/modules', open: (page) => page.keyboard.press('Control+k') },
  { name: 'not-found', path: '/nowhere' },
]

const look = async (page: Page, visit: Visit, view: string, complaints: string[]): Promise<void> => {
  await page.goto(`${ADDRESS}${visit.path}`)
  await settle(page)
  await visit.open?.(page)
  await page.waitForTimeout(100)
  await settle(page)
  await screenshot(page, `${visit.name}-${view}`)
  expect.soft(await barriers(page, view.endsWith('dark')), `${visit.name} ${view}`).toEqual([])
  expect.soft(await overflow(page), `${visit.name} ${view} is wider than its screen`).toBe(0)
  expect.soft(complaints.splice(0), `${visit.name} ${view} complains`).toEqual([])
}

describe.each(VIEWS)('$name', ({ name, ...options }) => {
  it('shows every page without a barrier, an error or a sideways scroll', async () => {
    const { page, context, complaints } = await rig.desk('ada', options)
    for (const visit of PAGES) await look(page, visit, name, complaints)
    await context.close()
  }, 120_000)

  it('shows the door', async () => {
    const { page, context, complaints } = await rig.desk(undefined, options)
    for (const visit of ['sign-in', 'choose-password']) {
      await look(page, { name: visit, path: `/${visit}` }, name, complaints)
    }
    await context.close()
  })
})

it('speaks Spanish and Russian', async () => {
  for (const [locale, title] of [
    ['es-ES', 'Módulos'],
    ['ru-RU', 'Модули'],
  ] as const) {
    const { page, context, complaints } = await rig.desk('ada', { locale })
    await page.goto(`${ADDRESS}/modules`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await screenshot(page, `modules-${locale.slice(0, 2)}`)
    expect(complaints).toEqual([])
    await context.close()
  }
})

it('loads at most 250 kB of gzipped script at first, and changes pages within 100 ms on what it remembers', async () => {
  const { page, context } = await rig.desk('ada')
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(`${ADDRESS}/`, { waitUntil: 'networkidle' })
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name })
  for (const name of ['Users', 'Modules']) {
    await link(name).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  const change = await page.evaluate(async () => {
    const started = performance.now()
    document.querySelector<HTMLAnchorElement>('nav a[href="/users"]')?.click()
    while (document.querySelector('h1')?.textContent !== 'Users') await new Promise(requestAnimationFrame)
    return performance.now() - started
  })
  console.log(
    `first load ${(total / 1000).toFixed(1)} kB of gzipped script, cached route change ${change.toFixed(0)} ms`,
  )
  expect(total).toBeLessThan(250_000)
  expect(change).toBeLessThan(100)
  await context.close()
})
