// How much the browser loads, and what it shows again without the server.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS } from '../support/rig.ts'
import { type Shop, startShop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

it('loads at most 200 kB of gzipped script at first, and shows visited pages from its cache without the server', async () => {
  const { page, context } = await shop.rig.desk('ada')
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
  console.log(`first load ${(total / 1000).toFixed(1)} kB of gzipped script`)
  expect(total).toBeLessThan(200_000)
  // From here on no request gets a response: neither scripts nor data.
  await page.route('**/*', () => undefined)
  for (const [name, shown] of [
    ['Users', 'Bruno Costa'],
    ['Modules', 'Paylane Cards'],
  ] as const) {
    await link(name).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor()
  }
  await context.close()
})
