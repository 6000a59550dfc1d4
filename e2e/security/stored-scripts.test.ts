// S9: markup, scripts and addresses that are stored and then shown. Without the content security policy, which would hide a mistake:
// nothing may run, nobody may be asked for anything, and no address may be a script.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderToPay, paymentOf, ring } from '../support/demo.ts'
import { PLANTED_NAMES, plantAnswers } from '../support/planted-answers.ts'
import { ADDRESS, type Desk, type Person } from '../support/rig.ts'
import { settle } from '../support/screenshots.ts'
import { createVisitor } from '../support/visitors.ts'
import { openFirstRow, pathsOf, WINDOWS } from '../tour/planted-visits.ts'
import { type Shop, startShop } from '../tour/shop.ts'
import { comeFromThere, visit } from '../tour/visits.ts'
import { CANARY_HOST, payloadFor } from './payloads.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

const ran: string[] = []

/** A browser whose pages would run a payload, and report it. */
const openDesk = async (person?: Person): Promise<Desk> => {
  const desk = await shop.rig.desk(person, { bypassCSP: true, acceptDownloads: true })
  const { context } = desk
  await context.exposeBinding('stolen', ({ page }, place) => void ran.push(`${place} ran at ${page.url()}`))
  context.on('dialog', (dialog) => {
    ran.push(`dialog at ${dialog.page()?.url()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    if (new URL(request.url()).hostname === CANARY_HOST) ran.push(`${request.frame().url()} asked ${request.url()}`)
  })
  return desk
}

/** Addresses on the page that are scripts, and the names of the texts that it shows. */
const look = (page: Page) =>
  page.evaluate(() => {
    const isScript = (value: string) => /^\s*(javascript|vbscript|data:text\/html)/i.test(value)
    const addresses = [...document.querySelectorAll('[href],[src],[action],[formaction]')].flatMap((element) =>
      ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name) ?? '').filter(isScript),
    )
    const shown = [...document.body.outerHTML.matchAll(/javascript:\/\*([\w.-]+)\*\//g)].map(([, place]) => place ?? '')
    return { addresses, shown }
  })

const check = async ({ page }: Desk, where: string): Promise<string[]> => {
  const { addresses, shown } = await look(page)
  expect.soft(addresses, `addresses that are scripts at ${where}`).toEqual([])
  expect.soft(ran.splice(0), where).toEqual([])
  return shown
}

it('would see a page that shows a text as markup or as an address', async () => {
  const { page, context } = await openDesk()
  await page.goto(`${ADDRESS}/sign-in`)
  await page.evaluate((payload) => {
    document.body.insertAdjacentHTML('beforeend', payload)
    const link = document.createElement('a')
    link.setAttribute('href', payload)
    document.body.append(link)
  }, payloadFor('control'))
  await expect.poll(() => ran.filter((one) => one.startsWith('control ran')).length).toBeGreaterThanOrEqual(1)
  expect(ran.some((one) => one.includes(CANARY_HOST))).toBe(true)
  expect((await look(page)).addresses.length).toBeGreaterThan(0)
  ran.splice(0)
  await context.close()
})

it.each(['ada', 'bruno'] as const)(
  'no text of any answer runs on the pages of %s',
  async (person) => {
    const desk = await openDesk(person)
    await plantAnswers(shop.rig, desk, person, payloadFor)
    const shown = new Set<string>()
    for (const path of await pathsOf(shop)) {
      await comeFromThere(desk.page, path)
      await settle(desk)
      for (const place of await check(desk, path)) shown.add(place)
      await openFirstRow(desk)
      for (const place of await check(desk, `the first row of ${path}`)) shown.add(place)
    }
    const names = new Set([...shown].map((place) => place.slice(place.lastIndexOf('.') + 1)))
    console.log(`${person}: ${shown.size} texts shown, ${names.size} of ${PLANTED_NAMES.size} names`)
    expect(shown.size).toBeGreaterThan(person === 'ada' ? 80 : 40)
    await desk.context.close()
  },
  1_200_000,
)

it('no text of any answer runs in the windows that open on the pages', async () => {
  const desk = await openDesk('ada')
  await plantAnswers(shop.rig, desk, 'ada', payloadFor)
  let shown = 0
  for (const one of WINDOWS) {
    const { name } = one
    await visit(desk, shop, one)
    const inWindow = desk.page.locator('[role=dialog], [role=listbox]')
    shown += (await inWindow.evaluateAll((all) => all.filter((one) => one.outerHTML.includes('stolen')))).length
    await check(desk, `the window ${name}`)
  }
  expect(shown, 'windows that show a planted text').toBeGreaterThan(3)
  await desk.context.close()
}, 1_200_000)

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

it('no text of an imported file runs: not its name, its headings, its rows, nor what is wrong with them', async () => {
  const desk = await openDesk('ada')
  const { page } = desk
  const ada = await shop.rig.wire('ada')
  const cells = ['stored-import', payloadFor('imported').slice(0, 200), '+46 8 500 558 88', 'imported@example.test']
  const bad = ['stored-bad', payloadFor('bad').slice(0, 200), payloadFor('phone'), payloadFor('email')]
  const heading = ['External ID', 'First name', 'Phone', 'Email', payloadFor('heading')]
  const body = [heading, [...cells, payloadFor('cell')], [...bad, '']]
    .map((row) => row.map(quoted).join(','))
    .join('\n')
  const name = encodeURIComponent(`${payloadFor('file').slice(0, 80)}.csv`)
  const sent = { headers: { 'content-type': 'text/csv' }, body }
  const uploaded = await ada.send('POST', `/workspace/imports?kind=customers&name=${name}`, sent)
  const { id } = (uploaded.body as { import?: { id: number } }).import ?? expect.fail(uploaded.text)
  const look = async (where: string): Promise<void> => {
    await page.goto(`${ADDRESS}/imports/${id}`)
    await settle(desk)
    await page.getByText('stolen').first().waitFor()
    await check(desk, where)
  }
  const reach = (status: string) =>
    expect
      .poll(
        async () => ((await ada.get(`/workspace/imports/${id}`)).body as { import: { status: string } }).import.status,
      )
      .toBe(status)
  await look('the columns of an import')
  const mapping = ['externalId', 'firstName', 'phone', 'email', null]
  const options = { encoding: 'utf-8', separator: ',', mapping, matchBy: 'externalId', onMatch: 'create' }
  const checked = await ada.postJson(`/workspace/imports/${id}/check`, options)
  expect(checked.status, checked.text).toBe(200)
  await reach('checked')
  await look('the dry run of an import')
  await ada.postJson(`/workspace/imports/${id}/command`, { command: 'start' })
  await reach('done')
  await look('a finished import')
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').waitFor()
  await check(desk, 'the question whether to undo an import')
  await page.goto(`${ADDRESS}/imports`)
  await settle(desk)
  await check(desk, 'the list of imports')
  await page.goto(`${ADDRESS}/customers?find=imported`)
  await settle(desk)
  await page.getByText('stolen').first().waitFor()
  await check(desk, 'the imported customer')
  await desk.context.close()
})

it('no text that was stored through the API runs on a call card, in a chat or on the pages of customers', async () => {
  const { rig } = shop
  const [payment, webchat, phones] = [await rig.module('bank'), await rig.module('webchat'), await rig.module('phones')]
  expect(payment).toContain('http')
  const phone = '+46 8 500 557 77'
  const customer = {
    firstName: payloadFor('first').slice(0, 200),
    lastName: payloadFor('last').slice(0, 200),
    phones: [{ number: phone }],
  }
  expect((await rig.api.post('/api/v5/customers/create', { site: 'fern-online', customer })).status).toBe(201)
  const ada = await openDesk('ada')
  await ada.page.goto(`${ADDRESS}/orders`)
  await settle(ada)
  await ring(rig.api, { type: 'in', phone, codes: ['101'], callExternalId: 'stored', externalPhone: '+46850055000' })
  await ada.page.getByRole('region', { name: /^Incoming call/ }).waitFor()
  expect((await check(ada, 'the call card')).length).toBeGreaterThan(0)
  const visitor = createVisitor(webchat)
  await visitor.say(payloadFor('message'))
  await ada.page.goto(`${ADDRESS}/chats`)
  await settle(ada)
  await ada.page.locator('[data-row]').filter({ hasText: 'stolen' }).first().click()
  await ada.page.getByRole('log').getByText('stolen').first().waitFor()
  await check(ada, 'the chat')
  const orderId = await orderToPay(rig.api, 'sandbox-bank-direct')
  const items = [{ productName: payloadFor('product').slice(0, 250), initialPrice: 100, quantity: 1 }]
  const order = { id: orderId, number: payloadFor('n').slice(0, 60), items }
  expect((await rig.api.post(`/api/v5/orders/${orderId}/edit`, { by: 'id', site: 'fern-online', order })).status).toBe(
    200,
  )
  const created = await rig.api.post('/api/v5/payment/create-invoice', {
    createInvoice: { paymentId: await paymentOf(rig.api, orderId) },
  })
  const { link } = (created.body as { result?: { link?: string } }).result ?? {}
  const outside = await openDesk()
  for (const [address, text] of [
    [link ?? expect.fail(created.text), 'stolen'],
    [phones, 'Phone'],
    [webchat, 'Demo shop'],
  ] as const) {
    await outside.page.goto(address)
    await outside.page.getByText(text).first().waitFor()
    await check(outside, address)
  }
  await outside.context.close()
  await ada.context.close()
})

const SCRIPT = '<script>stolen("file")</script>'
const FILES = {
  'page.html': `<!doctype html><html><body>${SCRIPT}</body></html>`,
  'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>stolen("svg")</script></svg>`,
  'picture.gif': `GIF89a/*<html>${SCRIPT}*/=1;stolen("gif")`,
  'letter.txt': `dear customer ${SCRIPT}`,
  'data.xml': `<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</x>`,
  'paper.pdf': `%PDF-1.4\n<html>${SCRIPT}</html>`,
}

it('no uploaded file runs when it is opened by its address', async () => {
  const { rig } = shop
  const desk = await openDesk('ada')
  const opened: string[] = []
  for (const [filename, body] of Object.entries(FILES)) {
    const sent = { headers: { 'content-type': 'text/html' }, body }
    const reply = await rig.api.send('POST', `/api/v5/files/upload?filename=${filename}`, sent)
    // What a browser would run is refused at the door; the rest must be harmless.
    if (reply.status === 400) continue
    const { id } = (reply.body as { file: { id: number } }).file
    const attachment = [{ order: { id: shop.invoiced } }]
    expect((await rig.api.post(`/api/v5/files/${id}/edit`, { file: { filename, attachment } })).status).toBe(200)
  }
  const ada = await rig.wire('ada')
  const { files } = (await ada.get(`/workspace/orders/${shop.invoiced}/files`)).body as {
    files: { filename: string; path: string }[]
  }
  for (const { filename, path } of files) {
    const page = await desk.context.newPage()
    // A download ends the navigation with an error.
    await page.goto(`${ADDRESS}${path}`).catch(() => undefined)
    opened.push(filename)
    await page.close()
  }
  expect(opened).toContain('letter.txt')
  expect(ran.splice(0)).toEqual([])
  await desk.context.close()
})
