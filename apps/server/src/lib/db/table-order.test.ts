import { expect, it } from 'vitest'
import { orderByReferences } from './table-order.ts'

const table = (name: string, ...parents: string[]) => ({ name, references: parents.map((parent) => ({ parent })) })

it('puts parents before children, and names in order among equals', () => {
  const tables = [table('reaction', 'message'), table('message', 'chat', 'message'), table('chat'), table('a')]
  expect(orderByReferences(tables).map(({ name }) => name)).toEqual(['a', 'chat', 'message', 'reaction'])
})

it('refuses a circle, and a table that refers to itself is none', () => {
  expect(() => orderByReferences([table('a', 'b'), table('b', 'a')])).toThrow('in a circle: a, b')
  expect(orderByReferences([table('a', 'a')])).toHaveLength(1)
})
