import { gzipSync } from 'node:zlib'
import { startReceiver } from '@patchbay/testkit/receiver'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** What the demo account does not have by itself: modules that talk. */
const populate = async (): Promise<void> => {
  const edit = (code: string, more: object) =>
    rig.api.post(`/api/v5/integration-modules/${code}/edit`, { integrationModule: { code, active: true, ...more } })
  const { body } = await rig.api.get('/api/v5/users')
  const users = (body as { users?: { id: number }[] }).users ?? [{ id: 1 }, { id: 2 }]
  await edit('switchboard', {
    name: 'Switchboard Cloud',
    clientId: 'fern-4711',
    baseUrl: `${module.url}/`,
    accountUrl: 'https://switchboard.example/account',
    actions: { activity: '/activity' },
    integrations: {
      telephony: {
        makeCallUrl: `${module.url}/call`,
        changeUserStatusUrl: `${module.url}/status`,
        allowEdit: true,
        additionalCodes: users.slice(0, 2).map(({ id }, index) => ({ userId: String(id), code: String(101 + index) })),
        externalPhones: [{ siteCode: 'fern-online', externalPhone: '+46850055001' }],
      },
    },
  })
  await edit('paylane', {
    name: 'Paylane',
    baseUrl: `${module.url}/pay/`,
    integrations: {
      payment: {
        actions: { create: '/create', approve: '/approve', cancel: '/cancel', refund: '/refund' },
        currencies: ['EUR', 'SEK'],
        shops: [
          { code: 'online', name: 'Fern Online', active: true },
          { code: 'garden', name: 'Garden Centre', active: false },
        ],
      },
    },
  })
  await edit('paylane', { baseUrl: 'not an address' })
}

type Visit = { name: string; path: string; open?: (page: Page) => Promise<unknown> }

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const PAGES: Visit[] = [
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
  await page.locator('h1, h2').first().waitFor()
  await settle(page).catch(() => undefined)
  await visit.open?.(page)
  await page.waitForTimeout(100)
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
