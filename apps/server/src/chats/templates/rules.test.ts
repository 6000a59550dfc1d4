import { expect, it } from 'vitest'
import { namedTemplate } from './rules.ts'

it('[D-95] names variables, whichever form a template came in', () => {
  const named = ['Hello, ', { var: 'name' as const }, {}]
  expect(namedTemplate({ template: named })).toEqual(named)
  const numbered = [
    { type: 1, text: 'Hello, ' },
    { type: 2, var: 1 },
    { type: 2, var: 0 },
  ]
  expect(namedTemplate({ template: numbered })).toEqual(named)
  expect(namedTemplate({ template: [{ type: 2, var: 3 }, { type: 2 }] })).toEqual([{ var: 'last_name' }, {}])
})

it('takes the body for a template that has no parts', () => {
  expect(namedTemplate({ body: 'Hello' })).toEqual(['Hello'])
  expect(namedTemplate({ body: '' })).toEqual([])
  expect(namedTemplate({})).toEqual([])
})
