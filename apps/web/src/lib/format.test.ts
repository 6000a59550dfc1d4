import { expect, it } from 'vitest'
import { createFormat } from './format.ts'

const account = { locale: 'en-GB', timezone: 'Europe/Stockholm', currency: 'EUR' }
const at = '2026-11-16T23:30:00Z'

it('writes dates and money in the language of the user, in the time zone of the account', () => {
  expect(createFormat(account, 'es').date(at)).toBe('17 nov 2026')
  expect(createFormat(account, 'ru').date(at)).toBe('17 нояб. 2026 г.')
  expect(createFormat(account, 'es').money('1234.5').replaceAll(/\s/g, ' ')).toBe('1234,50 €')
})

it('writes the language of the account in the account’s way', () => {
  expect(createFormat(account, 'en').date(at)).toBe('17 Nov 2026')
  expect(createFormat({ ...account, locale: 'en-US' }, 'en').date(at)).toBe('Nov 17, 2026')
  expect(createFormat({ ...account, locale: 'es-MX' }, 'en').date(at)).toBe('Nov 17, 2026')
})

it('heads a day as today, yesterday, or with its weekday, in the time zone of the account', () => {
  const day = (language: string, now: string) => createFormat(account, language).day(at, Date.parse(now))
  // Half past midnight in Stockholm.
  expect(day('en', '2026-11-17T22:30:00Z')).toBe('Today')
  expect(day('en', '2026-11-17T23:30:00Z')).toBe('Yesterday')
  expect(day('en', '2026-11-19T10:00:00Z')).toBe('Tuesday, 17 November 2026')
  expect([day('es', '2026-11-17T10:00:00Z'), day('ru', '2026-11-18T10:00:00Z')]).toEqual(['Hoy', 'Вчера'])
  expect(day('ru', '2026-12-18T10:00:00Z')).toBe('Вторник, 17 ноября 2026 г.')
})
