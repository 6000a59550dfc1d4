import type { ImportField } from '@patchbay/contract/crm/import-constants'
import { describe, expect, it } from 'vitest'
import { guessMapping, headingKey } from './heading-rules.ts'

const NOTHING = new Map<string, ImportField | null>()

it('ignores case, accents, spaces and punctuation of a heading', () => {
  expect(['E-Mail:', ' e mail', 'EMAIL'].map(headingKey)).toEqual(['email', 'email', 'email'])
  expect(headingKey('Teléfono móvil')).toBe('telefonomovil')
})

describe('guessMapping', () => {
  it.for<[string[], (ImportField | null)[]]>([
    [
      ['ID', 'First name', 'Last Name', 'Phone', 'E-mail', 'Owner', 'Shoe size'],
      ['externalId', 'firstName', 'lastName', 'phone', 'email', 'manager', null],
    ],
    [
      ['Nombre', 'Apellidos', 'Teléfono', 'Correo electrónico'],
      ['firstName', 'lastName', 'phone', 'email'],
    ],
    [
      ['Имя', 'Фамилия', 'Отчество', 'Телефон', 'Эл. почта'],
      ['firstName', 'lastName', 'patronymic', 'phone', 'email'],
    ],
    [
      ['externalId', 'createdAt'],
      ['externalId', 'createdAt'],
    ],
  ])('knows headings in three languages and the names of the API: %j', ([headings, mapping]) => {
    expect(guessMapping(headings, 'customers', NOTHING)).toEqual(mapping)
  })

  it('gives a field to its first column, and each phone its own', () => {
    expect(guessMapping(['Name', 'First name', 'Phone 1', 'Phone 2'], 'customers', NOTHING)).toEqual([
      'firstName',
      null,
      'phone',
      'phone',
    ])
  })

  it('prefers what was chosen the last time', () => {
    const saved = new Map<string, ImportField | null>([
      ['name', 'lastName'],
      ['phone', null],
    ])
    expect(guessMapping(['Name', 'Phone'], 'customers', saved)).toEqual(['lastName', null])
  })

  it('knows only the fields of the kind', () => {
    expect(guessMapping(['Order number', 'Price'], 'orders', NOTHING)).toEqual(['number', 'price'])
    expect(guessMapping(['Order number', 'Price'], 'customers', NOTHING)).toEqual([null, null])
  })
})
