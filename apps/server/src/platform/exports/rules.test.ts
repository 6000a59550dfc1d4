import { describe, expect, it } from 'vitest'
import { expiresAt, labelOf, laneOf, unknownColumns } from './rules.ts'

describe('labelOf', () => {
  it('translates a code that has a label, and leaves any other', () => {
    const label = labelOf({ labels: { in: 'Entrante' } })
    expect([label('in'), label('out')]).toEqual(['Entrante', 'out'])
    expect(labelOf({})('in')).toBe('in')
  })
})

it('names the columns that a list does not have', () => {
  const columns = ['id', 'colour'].map((code) => ({ code, heading: code }))
  expect(unknownColumns(columns, (code) => code === 'id')).toEqual(['colour'])
})

it('keeps an export for three days', () => {
  expect(expiresAt(new Date('2026-11-15T10:00:00Z'))).toEqual(new Date('2026-11-18T10:00:00Z'))
})

it('has a lane per export', () => {
  expect(laneOf(7)).toEqual({ kind: 'export', key: '7', endpoint: 'exports' })
})
