import { filledTemplate } from '@patchbay/contract/chats/template-rules'
import type { SendableTemplate } from '@patchbay/contract/chats/workspace/templates'
import { expect, it } from 'vitest'
import {
  initialValues,
  isWebAddress,
  orderedProducts,
  previewValues,
  productDraft,
  templateFields,
  valueAt,
  withValue,
} from './drafts.ts'

const EMPTY = { name: ' Fern ', article: '', price: '', currency: 'EUR', quantity: '', url: ' ', img: '' }

it('[D-116] sends of a product what is filled in; a comma is a decimal point', () => {
  expect(productDraft(EMPTY)).toEqual({ name: 'Fern' })
  expect(productDraft({ ...EMPTY, price: '1 012,50', quantity: '2', url: 'https://s.test' })).toEqual({
    ...{ name: 'Fern', price: '1012.50', currency: 'EUR', quantity: '2', url: 'https://s.test' },
  })
})

it('knows web addresses', () => {
  expect(['https://s.test/a', 'http://s.test', ' HTTPS://s.test '].map(isWebAddress)).toEqual([true, true, true])
  expect(['s.test', 'javascript:alert(1)', 'https://', ''].map(isWebAddress)).toEqual([false, false, false, false])
})

it('offers each ordered product once, with its latest price', () => {
  const item = (name: string, price: number) => ({ name, price, quantity: 1, article: '' })
  const order = { id: 1, number: '2', date: '', status: '', total: 0, currency: 'EUR' }
  const offered = orderedProducts([
    { ...order, items: [item('Fern', 12), item('Moss', 3)] },
    { ...order, items: [item('Fern', 10), item('Pot', 5)] },
  ])
  expect(offered.map(({ name, price }) => [name, price])).toEqual([
    ['Fern', '12'],
    ['Moss', '3'],
    ['Pot', '5'],
  ])
})

const TEMPLATE: SendableTemplate = {
  ...{ code: 'ready', name: 'Ready', type: 'text', verification_status: 'approved' },
  header: { content: { type: 'text', body: 'Order {{1}}' } },
  body: 'Hello {{first_name}}, {{thing}} is ready',
  buttons: { items: [{ type: 'url', label: 'Open', url: 'https://s.test/{{1}}' }] },
  example: { body: ['Max', 'your fern'], header: ['12A'] },
}

it('[D-117] asks for every value of a template, with its example', () => {
  expect(templateFields(TEMPLATE)).toEqual([
    { field: { part: 'header', at: 0 }, name: '1', example: '12A' },
    { field: { part: 'body', at: 0 }, name: 'first_name', example: 'Max' },
    { field: { part: 'body', at: 1 }, name: 'thing', example: 'your fern' },
    { field: { part: 'buttons', button: 0, at: 0 }, name: '1', example: '' },
  ])
})

it('[D-117] fills in the name of the customer, and shows in the preview what is missing', () => {
  const values = initialValues(TEMPLATE, { 'customer.firstName': 'Vera' })
  expect(values).toEqual({ header: [''], body: ['Vera', ''], buttons: [['']] })
  const shown = filledTemplate(TEMPLATE, previewValues(TEMPLATE, values))
  expect(shown).toBe('Order {{1}}\n\nHello Vera, {{thing}} is ready')
  const filled = templateFields(TEMPLATE).reduce((all, { field }) => withValue(all, field, 'x'), values)
  expect(filled).toEqual({ header: ['x'], body: ['x', 'x'], buttons: [['x']] })
  expect(templateFields(TEMPLATE).map(({ field }) => valueAt(filled, field))).toEqual(['x', 'x', 'x', 'x'])
})
