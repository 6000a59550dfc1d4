import { expect, it } from 'vitest'
import { messageExcerpt } from './message-excerpt.ts'

const KINDS = { text: 'Message', product: 'Product', order: 'Order', image: 'Image' }

it.for([
  ['text', 'Hello', 'Hello'],
  ['image', '', 'Image'],
  ['image', 'Our shop', 'Our shop'],
  ['product', 'Fern', 'Product: Fern'],
  ['product', '', 'Product'],
  ['order', '12A', 'Order 12A'],
  ['unheard', '', ''],
] as const)('a message of the type %s with “%s” is “%s”', ([type, text, shown]) => {
  expect(messageExcerpt(KINDS, type, text)).toBe(shown)
})
