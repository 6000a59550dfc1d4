import { expect, it } from 'vitest'
import { type Closing, eraseAtFor, isClosed, isDueForErasure } from './rules.ts'

const CLOSED = new Date('2026-03-01T12:00:00Z')
const closing = (change: Partial<Closing> = {}): Closing => ({
  closedAt: CLOSED,
  eraseAt: eraseAtFor(CLOSED, 30),
  heldBecause: null,
  ...change,
})

it('[D-137] erases a closed account when the grace period is over, not before', () => {
  expect(isDueForErasure(closing(), new Date('2026-03-31T11:59:59Z'))).toBe(false)
  expect(isDueForErasure(closing(), new Date('2026-03-31T12:00:00Z'))).toBe(true)
})

it('[D-137] erases nothing that is held, open or unknown', () => {
  const late = new Date('2027-01-01T00:00:00Z')
  expect(isDueForErasure(closing({ heldBecause: 'lawsuit' }), late)).toBe(false)
  expect(isDueForErasure(closing({ closedAt: null, eraseAt: null }), late)).toBe(false)
  expect(isDueForErasure(undefined, late)).toBe(false)
})

it('[D-137] is closed from the moment it was closed, and a hold alone closes nothing', () => {
  expect(isClosed(closing())).toBe(true)
  expect(isClosed(closing({ closedAt: null, eraseAt: null, heldBecause: 'lawsuit' }))).toBe(false)
  expect(isClosed(undefined)).toBe(false)
})
