// The page of the API reference, whose script is not ours. Violations of its policy fail the test (support/on-failure.ts), as they
// do on every other page that a browser test opens.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type Rig, startRig } from '../support/rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig?.close())

it('[D-150] shows an operation with its styles, and each response has a nonce of its own', async () => {
  const { page, browserErrors } = await rig.desk(undefined)
  const policies: (string | undefined)[] = []
  for (const _time of ['first', 'second']) {
    const response = await page.goto(`${ADDRESS}/docs/`)
    policies.push(response?.headers()['content-security-policy'])
    await page.getByRole('heading', { level: 1, name: 'Patchbay API' }).waitFor()
  }
  expect(new Set(policies).size).toBe(2)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.keyboard.type('call event')
  await page.keyboard.press('Enter')
  await page.getByText('/api/v5/telephony/call/event').first().waitFor()
  // Only a style that the script adds says so.
  expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
  expect(browserErrors).toEqual([])
})
