import { expect, it } from 'vitest'
import { imports } from '../../../texts/en/imports.ts'
import { problemText, reasonLabels } from './problem-text.ts'

it('says which cell is wrong, why, and what to do', () => {
  expect(problemText(imports, { code: 'email', field: 'email', value: 'x' })).toBe(
    'Email “x”: Not an email address. Correct it, or clear the cell',
  )
  expect(problemText(imports, { code: 'in-use' })).toBe(imports.codes['in-use'])
  expect(problemText(imports, { code: 'refused', detail: 'quantity must be more than nothing' })).toBe(
    'Not accepted. Correct the row: quantity must be more than nothing',
  )
  expect(problemText(imports, { code: 'twice-in-file', field: 'externalId', value: '/c-1' })).toContain('“c-1”')
})

it('has labels for codes and fields', () => {
  expect(reasonLabels(imports)).toMatchObject({ email: imports.codes.email, 'field.email': 'Email' })
})
