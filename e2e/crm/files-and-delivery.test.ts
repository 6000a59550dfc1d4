// Files that programs attached to an order or a customer, and the delivery of an order, in the workspace.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let bruno: Desk
let orderId: number
let customerId: number
beforeAll(async () => {
  rig = await startRig()
  const customer = { firstName: 'Ines', lastName: 'Costa', address: { city: 'Lund' } }
  const address = { city: 'Lund', street: 'Storgatan' }
  customerId = await idOf('customers', { customer })
  const items = [{ productName: 'Olive tree', initialPrice: 40, quantity: 1 }]
  const order = { customer: { id: customerId }, items, delivery: { cost: 4.5, address } }
  orderId = await idOf('orders', { order })
  bruno = await rig.desk('bruno')
})
afterAll(() => rig.close())

const idOf = async (of: 'customers' | 'orders', fields: Record<string, unknown>): Promise<number> => {
  const reply = await rig.api.post(`/api/v5/${of}/create`, fields)
  expect(reply.status, reply.text).toBe(201)
  return (reply.body as { id: number }).id
}
const upload = async (body: string): Promise<number> => {
  const headers = { 'content-type': 'application/octet-stream' }
  const reply = await rig.api.send('POST', '/api/v5/files/upload', { headers, body })
  expect(reply.status, reply.text).toBe(200)
  return (reply.body as { file: { id: number } }).file.id
}
const edit = async (id: number, file: object) => {
  const reply = await rig.api.post(`/api/v5/files/${id}/edit`, { file })
  expect(reply.status, reply.text).toBe(200)
}
const files = () => bruno.page.getByRole('region', { name: 'Files' })

it.each([
  ['order', () => `/orders/${orderId}`, () => ({ order: { id: orderId } })],
  ['customer', () => `/customers/${customerId}`, () => ({ customer: { id: customerId } })],
] as const)(
  '[D-112] a file uploaded for the %s is listed, downloaded under its new name, and gone when it is deleted',
  async (of, path, owner) => {
    const { page } = bruno
    const heading = page.getByRole('heading', { name: of === 'order' ? /^Order / : 'Ines Costa' })
    await page.goto(`${ADDRESS}${path()}`)
    await heading.waitFor()
    await bruno.idle()
    expect(await files().count()).toBe(0)
    const [id, other] = [await upload(`the bill of the ${of}`), await upload('a second file')]
    await edit(id, { filename: 'bill.txt', attachment: [owner()] })
    await edit(other, { filename: 'second.txt', attachment: [owner()] })
    await page.reload()
    await files().getByRole('link', { name: 'bill.txt' }).waitFor()
    await expect.poll(() => files().getByRole('link').count()).toBe(2)
    await files().getByText('1 KB').first().waitFor()
    await edit(id, { filename: 'Bill of November.txt' })
    await page.reload()
    await files().getByRole('link', { name: 'Bill of November.txt' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files().getByRole('link', { name: 'Bill of November.txt' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Bill of November.txt')
    expect(await readFile(await download.path(), 'utf8')).toBe(`the bill of the ${of}`)
    expect(await seriousViolations(page)).toEqual([])
    await screenshot(page, `${of}-files`)
    expect((await rig.api.post(`/api/v5/files/${id}/delete`, {})).status).toBe(200)
    await page.reload()
    await files().getByRole('link', { name: 'second.txt' }).waitFor()
    await expect.poll(() => files().getByRole('link').count()).toBe(1)
    expect((await rig.api.post(`/api/v5/files/${other}/delete`, {})).status).toBe(200)
    await page.reload()
    await heading.waitFor()
    await bruno.idle()
    expect(await files().count()).toBe(0)
    expect(bruno.browserErrors).toEqual([])
  },
)

it('[D-110][D-111] edits the delivery of an order: the total, the address and the API follow', async () => {
  const { page } = bruno
  const form = page.getByRole('main')
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await page.goto(`${ADDRESS}/orders/${orderId}`)
  await delivery.getByText('Lund, Storgatan').waitFor()
  await delivery.getByText('$4.50').waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('combobox', { name: 'Delivery type' }).click()
  await page.getByRole('option', { name: 'Courier' }).click()
  await form.getByLabel('Delivery cost').fill('10')
  await form.getByLabel('Delivery date').fill('2026-12-24')
  await form.getByLabel('From', { exact: true }).fill('09:00')
  await form.getByLabel('To', { exact: true }).fill('12:30')
  await form.getByLabel('Street').fill('Bredgatan')
  await page.getByText('Total $50.00').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Order saved').waitFor()
  for (const text of ['Courier', '$10.00', 'Dec 24, 2026', '09:00–12:30', 'Lund, Bredgatan'])
    await delivery.getByText(text).waitFor()
  await screenshot(page, 'order-delivery')
  const { body } = await rig.api.get(`/api/v5/orders/${orderId}`, { by: 'id' })
  expect(body).toMatchObject({
    order: {
      totalSumm: 50,
      delivery: {
        cost: 10,
        date: '2026-12-24',
        time: { from: '09:00', to: '12:30' },
        address: { street: 'Bredgatan' },
      },
    },
  })
  expect(bruno.browserErrors).toEqual([])
})
