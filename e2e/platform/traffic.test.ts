import { json, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBank, orderToPay, paymentOf } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let ada: Desk
let author: Desk
let link: string
beforeAll(async () => {
  rig = await startRig()
  ada = await rig.desk('ada')
  author = await rig.desk(undefined)
  await rig.api.post('/api/v5/integration-modules/pbx-1/edit', {
    integrationModule: { code: 'pbx-1', name: 'Exchange', baseUrl: 'not an address' },
  })
})
afterAll(() => rig.close())

const sharing = () => ada.page.getByRole('region', { name: 'Share with the module author' })

it('creates a link to one exchange, which the module author opens without signing in', async () => {
  await ada.page.goto(`${ADDRESS}/traffic?failed=true`)
  await ada.page.getByRole('link', { name: /pbx-1/ }).click()
  await sharing().getByRole('button', { name: 'Create link' }).click()
  link = await sharing().getByRole('textbox', { name: 'Link created' }).inputValue()
  expect(link).toMatch(/^http:\/\/[^/]+\/shared#[\w-]{43}$/)
  await sharing().getByText('Created by ada@fern.test').waitFor()
  await sharing().scrollIntoViewIfNeeded()
  await screenshot(ada.page, 'traffic-share')
  expect(await seriousViolations(ada.page)).toEqual([])

  const answered = author.page.waitForResponse((response) => response.url().startsWith(`${ADDRESS}/shared`))
  await author.page.goto(link)
  const headers = (await answered).headers()
  expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  await author.page.getByRole('heading', { level: 1, name: 'Request and response' }).waitFor()
  expect(await author.page.getByLabel('Request', { exact: true }).textContent()).toContain('not an address')
  expect(await author.page.getByLabel('Response', { exact: true }).textContent()).toContain('Errors in the')
  // The page has no link into the account.
  expect(await author.page.getByRole('link').count()).toBe(0)
  expect(author.browserErrors).toEqual([])
})

it('gives no access to anything else of the account', async () => {
  const statuses = await author.page.evaluate(async () =>
    Promise.all(
      ['/workspace/traffic', '/workspace/me', '/workspace/modules'].map(async (path) => (await fetch(path)).status),
    ),
  )
  expect(statuses).toEqual([401, 401, 401])
})

it('revokes the link; opening it shows that it no longer works', async () => {
  await sharing().getByRole('button', { name: 'Revoke' }).click()
  await ada.page.getByText('Link revoked').waitFor()
  await author.page.reload()
  await author.page.getByText('This link no longer works').waitFor()
  await screenshot(author.page, 'shared-gone')
  await ada.page.goto(`${ADDRESS}/action-log`)
  await ada.page.getByText('Exchange shared').first().waitFor()
  await ada.page.getByText('Shared link revoked').first().waitFor()
  expect(ada.browserErrors).toEqual([])
})

it('[D-98][D-99] tells what is wrong with an answer of 200, and sends the request again', async () => {
  const bank = await startReceiver((_received, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>It works</html>')
  })
  await connectBank(rig.api, bank.url, true, { idempotent: true })
  const id = await orderToPay(rig.api, 'bank-main')
  await rig.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId: await paymentOf(rig.api, id) } })
  await ada.page.goto(`${ADDRESS}/traffic?failed=true`)
  await ada.page.getByText('the response is an HTML page; JSON is expected').first().waitFor()
  await ada.page.getByRole('link', { name: /pay\/create/ }).click()
  await ada.page.getByRole('dialog').getByText('Not understood (HTTP 200)').waitFor()
  await ada.page.getByRole('dialog').getByRole('link', { name: 'Invoice' }).waitFor()
  await screenshot(ada.page, 'traffic-verdict')
  expect(await seriousViolations(ada.page)).toEqual([])
  const asked = bank.received.length
  bank.answer((_received, response) =>
    json(response, 200, { success: true, result: { paymentId: 'p1', invoiceUrl: 'https://pay.test/p1' } }),
  )
  await ada.page.getByRole('button', { name: 'Resend' }).click()
  await ada.page.getByText('Sent again. The result is a new entry').waitFor()
  expect(bank.received.length).toBeGreaterThan(asked)
  await bank.close()
  expect(ada.browserErrors).toEqual([])
})
