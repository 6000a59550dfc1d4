import { expect, it } from 'vitest'
import { en } from '../texts/en/index.ts'
import { es } from '../texts/es/index.ts'
import { ru } from '../texts/ru/index.ts'
import { ApiError } from './api.ts'
import { errorText } from './error-text.ts'

it('fills in what the server says about it, and translates codes', () => {
  const full = new ApiError(409, { errorCode: 'reactions_full', errorValues: { max: '3' } })
  expect(errorText(en, full)).toContain('already has 3 reactions')
  const moved = new ApiError(409, {
    errorCode: 'invoice_move_refused',
    errorValues: { status: 'succeeded', kind: 'cancel' },
  })
  expect(errorText(ru, moved)).toBe('Со счётом это уже нельзя сделать: Оплачен')
})

it('names the rejected fields, in English with the words of the server', () => {
  const wrong = new ApiError(400, { errorCode: 'entity_invalid', errors: { name: 'is missing', 'shop.url': 'is odd' } })
  expect(errorText(en, wrong)).toBe('Check what you entered. name: is missing. shop.url: is odd')
  expect(errorText(es, wrong)).toBe('Revise los datos introducidos. Nombre: es obligatorio. URL: valor no válido')
})

it('shows the message of the server for a code that it does not know', () => {
  expect(errorText(es, new ApiError(400, { errorCode: 'later', errorMsg: 'Something new' }))).toBe('Something new')
  expect(errorText(es, new ApiError(0, {}))).toBe(es.states.offline)
  expect(errorText(es, new TypeError('x'))).toBe(es.errors.internal)
})
