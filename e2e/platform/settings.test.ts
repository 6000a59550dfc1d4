// Users with their extensions, the manager lookup, and one's own profile.
import { startReceiver } from '@patchbay/testkit/receiver'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectExchange, fillShop } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let ada: Desk
let module: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  rig = await startRig()
  module = await startReceiver()
  await connectExchange(rig.api, module)
  await fillShop(rig.api)
  ada = await rig.desk('ada')
})
afterAll(async () => {
  await rig.close()
  await module.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const row = (name: RegExp) => ada.page.getByRole('row', { name })
const openExtension = async (name: string) => {
  await ada.page.getByRole('button', { name: `Actions for ${name}` }).click()
  await ada.page.getByRole('menuitem', { name: 'Change extension' }).click()
}

it('shows who is online with which status, and changes the extension of a user', async () => {
  const bruno = await rig.desk('bruno')
  await bruno.page.goto(`${ADDRESS}/orders`)
  await bruno.page.getByRole('heading', { level: 1 }).waitFor()
  await ada.page.goto(`${ADDRESS}/users`)
  await row(/Bruno/).getByText('Online · Available').waitFor()
  await row(/Chiara/)
    .getByText('Offline')
    .waitFor()
  await bruno.page.getByRole('button', { name: /^Available/ }).click()
  await bruno.page.getByRole('menuitem', { name: 'Lunch' }).click()
  await row(/Bruno/).getByText('Online · Lunch').waitFor()

  await openExtension('Chiara Neri')
  await dialog(ada.page).getByLabel('Switchboard Cloud').fill('101')
  await dialog(ada.page).getByRole('button', { name: 'Save' }).click()
  await dialog(ada.page).getByText('Another user already has the extension 101').waitFor()
  expect(ada.browserErrors.splice(0)).toEqual([expect.stringContaining('/extension')])
  await dialog(ada.page).getByLabel('Switchboard Cloud').fill('103')
  await dialog(ada.page).getByRole('button', { name: 'Save' }).click()
  await row(/Chiara/)
    .getByText('103', { exact: true })
    .waitFor()
  await bruno.context.close()
})

it('[D-28] says why the manager lookup finds nobody', async () => {
  await ada.page.goto(`${ADDRESS}/users`)
  const lookup = ada.page.getByRole('region', { name: 'Manager lookup' })
  const check = async (phone: string, sentence: RegExp) => {
    await lookup.getByLabel('Phone number').fill(phone)
    await lookup.getByRole('button', { name: 'Check' }).click()
    await lookup.getByText(sentence).waitFor()
  }
  await check('08 500 550 99', /Switchboard Cloud gets nobody: no customer has this number/)
  // Tom's manager is Ada, whose browser is open.
  await check('+44 20 7946 0104', /Switchboard Cloud gets Ada Lindqvist, extension 101/)
  await lookup.getByRole('link', { name: 'Tom Whitfield' }).waitFor()
  await check('+34 91 555 01 03', /Switchboard Cloud gets nobody: Chiara Neri does not have the workspace open/)
  expect(await seriousViolations(ada.page)).toEqual([])
})

it('changes one’s own name and language, which follows to another device', async () => {
  const rosa = await rig.desk('rosa')
  await rosa.page.goto(`${ADDRESS}/orders`)
  await rosa.page.getByRole('button', { name: /^Rosa Adler/ }).click()
  await rosa.page.getByRole('link', { name: 'Your profile' }).click()
  await rosa.page.getByLabel('Last name').fill('Adler Ruiz')
  await rosa.page
    .getByRole('textbox', { name: 'Language' })
    .or(rosa.page.getByRole('combobox', { name: 'Language' }))
    .click()
  await rosa.page.getByRole('option', { name: 'Español' }).click()
  await rosa.page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await rosa.page.getByRole('heading', { level: 1, name: 'Su perfil' }).waitFor()
  await rosa.page.getByRole('button', { name: /^Rosa Adler Ruiz/ }).waitFor()
  expect(rosa.browserErrors).toEqual([])
  await rosa.context.close()

  const elsewhere = await rig.desk('rosa', { locale: 'en-GB' })
  await elsewhere.page.goto(`${ADDRESS}/orders`)
  await elsewhere.page.getByRole('heading', { level: 1, name: 'Pedidos' }).waitFor()
  await elsewhere.context.close()
})

it('[D-144] sets how long calls are kept, and says first what goes', async () => {
  const old = { date: '2019-05-04 10:00:00', type: 'in', phone: '+44 20 7946 0104', result: 'answered', duration: 9 }
  await rig.api.post('/api/v5/telephony/calls/upload', { calls: [{ ...old, code: '101' }], clientId: 'fern-4711' })
  await ada.page.goto(`${ADDRESS}/account`)
  const section = ada.page.getByRole('region', { name: 'How long data is kept' })
  const calls = section.getByRole('textbox', { name: 'Calls' }).or(section.getByRole('combobox', { name: 'Calls' }))
  await calls.click()
  await ada.page.getByRole('option', { name: '3 years' }).click()
  await section.getByRole('button', { name: 'Save' }).click()
  await dialog(ada.page)
    .getByText(/: 1 call$/)
    .waitFor()
  expect(await seriousViolations(ada.page)).toEqual([])
  await dialog(ada.page).getByRole('button', { name: 'Cancel' }).click()
  await section.getByRole('button', { name: 'Save' }).click()
  await dialog(ada.page).getByRole('button', { name: 'Save and delete' }).click()
  await dialog(ada.page).waitFor({ state: 'detached' })
  await ada.page.reload()
  await expect.poll(() => calls.inputValue()).toBe('3 years')
  // Longer again: nothing goes, nothing is asked.
  await calls.click()
  await ada.page.getByRole('option', { name: 'For ever' }).click()
  await section.getByRole('button', { name: 'Save' }).click()
  await ada.page.getByText('Saved').first().waitFor()
  expect(await seriousViolations(ada.page)).toEqual([])
})

it('refuses pages of administrators and forms of managers in words', async () => {
  const { page, context } = await rig.desk('rosa')
  for (const path of ['/users', '/account', '/orders/add']) {
    await page.goto(`${ADDRESS}${path}`)
    await page.getByRole('heading', { name: 'No tiene acceso a esta página' }).waitFor()
  }
  await context.close()
})
