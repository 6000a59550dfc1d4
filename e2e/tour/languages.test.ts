// Every page in Spanish and Russian.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { englishIn } from '../support/page-texts.ts'
import { ADDRESS, type Desk } from '../support/rig.ts'
import { screenshot } from '../support/screenshots.ts'
import { type Shop, startShop } from './shop.ts'
import { comeFromThere, PAGES, SIGNED_OUT, type Visit, visit } from './visits.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

describe.each(['es-ES', 'ru-RU'] as const)('has no English left in %s', (locale) => {
  let ada: Desk
  beforeAll(async () => {
    ada = await shop.rig.desk('ada', { locale })
  })
  afterAll(() => ada.context.close())

  const neutral = (one: Visit) =>
    !one.open || ['chat-open', 'palette', 'shortcuts', 'shop', 'order-status', 'wall'].includes(one.name)
  it.each([...PAGES.filter(neutral), ...SIGNED_OUT.filter(({ name }) => name === 'shared')])('$name', async (one) => {
    await visit(ada, shop, one, comeFromThere)
    await screenshot(ada.page, `${one.name}-${locale.slice(0, 2)}`)
    expect(await englishIn(ada.page, locale.slice(0, 2) as 'es' | 'ru')).toEqual([])
    await one.after?.(ada.page, shop)
  })
})

it('is translated into Spanish and Russian', async () => {
  for (const [locale, title] of [
    ['es-ES', 'Módulos'],
    ['ru-RU', 'Модули'],
  ] as const) {
    const { page, context, browserErrors } = await shop.rig.desk('ada', { locale })
    await page.goto(`${ADDRESS}/modules`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await screenshot(page, `modules-${locale.slice(0, 2)}`)
    expect(browserErrors).toEqual([])
    await context.close()
  }
})
