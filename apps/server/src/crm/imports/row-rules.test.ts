import { describe, expect, it } from 'vitest'
import { addressOf, dateOf, decimalOf, findNamed, first, problemsOf, timeOf, valuesOf } from './row-rules.ts'

describe('valuesOf', () => {
  it('trims cells, leaves out empty ones, and keeps every phone', () => {
    const values = valuesOf([' Ada ', '', '1', '2', 'x'], ['firstName', 'lastName', 'phone', 'phone', null])
    expect(Object.fromEntries(values)).toEqual({ firstName: ['Ada'], phone: ['1', '2'] })
    expect(first(values, 'lastName')).toBeUndefined()
  })

  it('reads what an export has quoted as it was', () => {
    expect(first(valuesOf(["'+14155550100"], ['phone']), 'phone')).toBe('+14155550100')
  })
})

it('[D-111] reads an address from its cells, and a date as people write it', () => {
  const values = valuesOf(['Lund', 'se', 'At the mill'], ['city', 'countryIso', 'address'])
  expect(addressOf(values)).toEqual({ city: 'Lund', countryIso: 'SE', text: 'At the mill' })
  expect(addressOf(valuesOf(['Ada'], ['firstName']))).toBeUndefined()
  expect([dateOf('30.11.2026'), dateOf('2026-11-30'), dateOf('soon')]).toEqual(['2026-11-30', '2026-11-30', undefined])
  expect(problemsOf(['Sweden', 'soon', 'x'], ['countryIso', 'deliveryDate', 'deliveryCost'], 'UTC')).toMatchObject([
    ...[{ code: 'country' }, { code: 'time' }, { code: 'number' }],
  ])
})

describe('decimalOf', () => {
  it.for<[string, string | undefined]>([
    ['1234.50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1,234,567', '1234567'],
    ['12,5', '12.5'],
    ['€ 9.90', '9.90'],
    ['9,90 €', '9.90'],
    ['-5', '-5'],
    ['ten', undefined],
    ['', undefined],
    ['1.2.3', undefined],
  ])('reads %j as %j', ([text, decimal]) => {
    expect(decimalOf(text)).toBe(decimal)
  })
})

describe('timeOf', () => {
  it('reads dates and times in the account’s zone, also with dots', () => {
    const zone = 'Europe/Madrid'
    expect(timeOf('2026-11-30 14:05', zone)).toEqual(new Date('2026-11-30T13:05:00Z'))
    expect(timeOf('30.11.2026 14:05', zone)).toEqual(new Date('2026-11-30T13:05:00Z'))
    expect(timeOf('1.7.2026', zone)).toEqual(new Date('2026-06-30T22:00:00Z'))
    expect(timeOf('11/30/2026', zone)).toBeUndefined()
    expect(timeOf('31.02.2026', zone)).toBeUndefined()
  })
})

describe('problemsOf', () => {
  const mapping = ['firstName', 'email', 'phone', 'createdAt'] as const

  it('accepts a good row', () => {
    expect(problemsOf(['Ada', 'a@example.test', '+1 415 555', '2026-01-01'], mapping, 'UTC')).toEqual([])
  })

  it('names each wrong cell with its field and value', () => {
    expect(problemsOf(['x'.repeat(256), 'a.example', '12', 'soon'], mapping, 'UTC')).toEqual([
      { code: 'too-long', field: 'firstName', value: 'x'.repeat(255) },
      { code: 'email', field: 'email', value: 'a.example' },
      { code: 'phone', field: 'phone', value: '12' },
      { code: 'time', field: 'createdAt', value: 'soon' },
    ])
    expect(problemsOf(['many'], ['quantity'], 'UTC')).toEqual([{ code: 'number', field: 'quantity', value: 'many' }])
  })

  it('refuses a row without any value, and one with more cells than columns', () => {
    expect(problemsOf(['', ' '], mapping, 'UTC')).toEqual([{ code: 'empty' }])
    expect(problemsOf(['Ada', '', '', '', 'more'], mapping, 'UTC')).toEqual([{ code: 'columns', value: 'more' }])
    expect(problemsOf(['Ada', '', '', '', ''], mapping, 'UTC')).toEqual([])
  })
})

it('finds a user or a shop by any of its names', () => {
  const all = [{ id: 1, keys: ['1', 'ada@fern.test', 'Ada Lindqvist'] }]
  expect(findNamed(all, ' ADA lindqvist ')?.id).toBe(1)
  expect(findNamed(all, 'Ada')).toBeUndefined()
})
