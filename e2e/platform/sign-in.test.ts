import { FERN, PASSWORD } from '@patchbay/testkit/fixtures'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startIdentityProvider } from '../support/identity-provider.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let ada: Desk
beforeAll(async () => {
  rig = await startRig()
  ada = await rig.desk('ada')
})
afterAll(() => rig.close())

const dialog = (page: Page) => page.getByRole('dialog')
const idOf = async (email: string): Promise<number> => {
  const { users } = (await (await rig.wire('ada')).get('/workspace/users')).body as {
    users: { id: number; email: string }[]
  }
  return users.find((user) => user.email === email)?.id ?? 0
}
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

const enter = async (page: Page, email: string) => {
  await page.goto(`${ADDRESS}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

it('sends a reset link from a form of its own', async () => {
  const { page } = await rig.desk(undefined)
  await page.goto(`${ADDRESS}/sign-in`)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.getByLabel('Email').fill('bruno@fern.test')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByText('If bruno@fern.test has an account here').waitFor()
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

it('sets up two-step sign-in with a QR code, asks for it, and takes a recovery code once', async () => {
  const { page } = await rig.desk('bruno')
  await page.goto(`${ADDRESS}/security`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  const secret = await dialog(page).getByLabel('Key').inputValue()
  await dialog(page).getByLabel('Code from the app').fill(codeOf(secret))
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByText('Each code works once').waitFor()
  const [recovery = ''] = await dialog(page).locator('code').allTextContents()
  await dialog(page).getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('Recovery codes left: 10').waitFor()
  const again = await rig.desk(undefined)
  await enter(again.page, 'bruno@fern.test')
  await again.page.getByLabel('Code').fill('not-a-code')
  await again.page.getByRole('button', { name: 'Continue' }).click()
  await again.page.getByText('Incorrect code').waitFor()
  await again.page.getByLabel('Code').fill(recovery)
  await again.page.getByRole('button', { name: 'Continue' }).click()
  await again.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await again.page.goto(`${ADDRESS}/security`)
  await again.page.getByText('Recovery codes left: 9').waitFor()
})

it('is reset by an administrator, who may also require it: then nothing else is shown', async () => {
  await ada.page.goto(`${ADDRESS}/users`)
  await ada.page.getByRole('button', { name: 'Actions for Bruno Costa' }).click()
  await ada.page.getByRole('menuitem', { name: 'Reset two-step sign-in' }).click()
  await dialog(ada.page).getByRole('button', { name: 'Reset two-step sign-in' }).click()
  await ada.page.getByText('Two-step sign-in reset').waitFor()
  await ada.page.getByRole('button', { name: 'Actions for Bruno Costa' }).click()
  await ada.page.getByRole('menuitem', { name: 'Require two-step sign-in' }).click()
  await ada.page.getByRole('row', { name: /Bruno/ }).getByText('Required').waitFor()
  const { page } = await rig.desk(undefined)
  await enter(page, 'bruno@fern.test')
  await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor()
  await page.goto(`${ADDRESS}/orders`)
  await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor()
  await page.getByLabel('Code from the app').fill(codeOf(await page.getByLabel('Key').inputValue()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const wire = await rig.wire('ada')
  await wire.send('DELETE', `/workspace/users/${await idOf('bruno@fern.test')}/second-factor`)
})

it('lists where one is signed in, and signs out everywhere', async () => {
  const { page } = await rig.desk('chiara')
  await page.goto(`${ADDRESS}/security`)
  const sessions = page.getByRole('table', { name: 'Where you are signed in' })
  await sessions.getByText('this device').waitFor()
  await rig.wire('chiara')
  await page.reload()
  await sessions.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByText('Signed out', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

it('offers four roles; a read-only user sees everything and no button that changes anything', async () => {
  await ada.page.goto(`${ADDRESS}/users`)
  await ada.page.getByRole('button', { name: 'Actions for Chiara Neri' }).click()
  await ada.page.getByRole('menuitem', { name: 'Change role' }).click()
  for (const role of ['Read-only', 'Manager', 'Team lead', 'Administrator'])
    await dialog(ada.page).getByRole('radio', { name: role }).waitFor()
  await dialog(ada.page).getByRole('radio', { name: 'Read-only' }).check()
  await dialog(ada.page).getByRole('button', { name: 'Save' }).click()
  await ada.page
    .getByRole('row', { name: /Chiara/ })
    .getByText('Read-only')
    .waitFor()
  const chiara = await rig.desk('chiara')
  const { page } = chiara
  await page.goto(`${ADDRESS}/orders`)
  await page.getByRole('table').getByRole('link').first().waitFor()
  expect(await page.getByRole('link', { name: 'New order' }).count()).toBe(0)
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('heading', { name: /^Order / }).waitFor()
  await chiara.idle()
  expect(await page.getByRole('button', { name: 'Add payment' }).count()).toBe(0)
  expect(await page.getByLabel('Change status').count()).toBe(0)
  await page.goto(`${ADDRESS}/customers`)
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL(/\/customers\/\d+$/)
  await page.getByRole('heading', { name: 'Contacts' }).waitFor()
  await chiara.idle()
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  await page.goto(`${ADDRESS}/tasks`)
  await chiara.idle()
  expect(await page.getByRole('button', { name: /^Done/ }).count()).toBe(0)
  expect(chiara.browserErrors).toEqual([])
  await (await rig.wire('ada')).postJson(`/workspace/users/${await idOf('chiara@fern.test')}`, { role: 'manager' })
})

it('creates a user group and changes its members', async () => {
  await ada.page.goto(`${ADDRESS}/users`)
  await ada.page.getByRole('button', { name: 'Create group' }).click()
  await dialog(ada.page).getByLabel('Name').fill('Night shift')
  await dialog(ada.page).getByLabel('Code').fill('night')
  await dialog(ada.page).getByRole('textbox', { name: 'Members' }).or(dialog(ada.page).getByRole('combobox')).click()
  await ada.page.getByRole('option', { name: 'Bruno Costa' }).click()
  await ada.page.keyboard.press('Escape')
  await dialog(ada.page).getByRole('button', { name: 'Save' }).click()
  await ada.page
    .getByRole('row', { name: /Night shift/ })
    .getByText('Bruno Costa')
    .waitFor()
  const { users } = (await rig.api.get('/api/v5/users', { 'filter[groups][]': 'night' })).body as {
    users: { email: string }[]
  }
  expect(users.map(({ email }) => email)).toEqual(['bruno@fern.test'])
})

it('changes the account’s time zone, currency, country and rate limits', async () => {
  await ada.page.goto(`${ADDRESS}/account`)
  expect(await seriousViolations(ada.page)).toEqual([])
  const choose = async (list: string, option: string) => {
    await ada.page
      .getByRole('textbox', { name: list })
      .or(ada.page.getByRole('combobox', { name: list }))
      .fill(option)
    await ada.page.getByRole('option', { name: option }).click()
  }
  await choose('Country', 'Norway')
  await choose('Time zone', 'Europe/Oslo · GMT+1')
  await ada.page.getByLabel('Telephony', { exact: true }).fill('41')
  await choose('Currency', 'NOK · Norwegian Krone')
  await ada.page.getByRole('main').getByRole('button', { name: 'Save' }).first().click()
  await ada.page.getByText('Saved').waitFor()
  const wire = await rig.wire('ada')
  expect((await wire.get('/workspace/account')).body).toMatchObject({
    settings: {
      name: FERN.name,
      country: 'NO',
      currency: 'NOK',
      timezone: 'Europe/Oslo',
      limits: { telephony: 41 },
    },
  })
})

it('says what is wrong when single sign-on cannot finish, and leads back', async () => {
  const { page } = await rig.desk(undefined)
  await page.goto(`${ADDRESS}/single-sign-on?error=access_denied`)
  await page.getByRole('heading', { name: 'Single sign-on did not work' }).waitFor()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

it('signs in at the identity provider and arrives at the first page', async () => {
  const provider = await startIdentityProvider(`${ADDRESS}/single-sign-on`)
  try {
    const wire = await rig.wire('ada')
    const saved = await wire.postJson('/workspace/single-sign-on', {
      label: 'Fern ID',
      issuer: provider.issuer,
      clientId: 'patchbay',
      clientSecret: 'kept by both',
      passwordsAllowed: true,
    })
    expect(saved.status, saved.text).toBe(200)
    const { page, context, browserErrors } = await rig.desk(undefined)
    // The provider's development form wants a font from the internet.
    await context.route(/googleapis/, (route) => route.fulfill({ status: 200, contentType: 'text/css', body: '' }))
    await page.goto(`${ADDRESS}/sign-in`)
    await page.getByRole('button', { name: 'Continue with Fern ID' }).click()
    await page.waitForURL((url) => url.href.startsWith(provider.issuer))
    await page.locator('input[name=login]').fill('bruno@fern.test')
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    // The consent page of the provider.
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /^Bruno Costa/ }).waitFor()
    expect(new URL(page.url()).origin).toBe(ADDRESS)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${ADDRESS}/security`)
    await page.getByText('single sign-on').first().waitFor()
    expect(browserErrors.filter((error) => error.includes(ADDRESS))).toEqual([])
    await context.close()
  } finally {
    await (await rig.wire('ada')).send('DELETE', '/workspace/single-sign-on')
    await provider.close()
  }
})
