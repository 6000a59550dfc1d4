import { IMPORT_COMMANDS, IMPORT_STATUSES } from '@patchbay/contract/crm/import-constants'
import { describe, expect, it } from 'vitest'
import {
  addCounts,
  canCheck,
  decideCommand,
  isUnchanged,
  isWorking,
  laneOf,
  NO_COUNTS,
  rowsDone,
  undoUntil,
  whyMappingRefused,
} from './rules.ts'

const now = new Date('2026-11-15T10:00:00Z')
const ended = { finishedAt: new Date('2026-11-01T10:00:00Z'), now }

describe('decideCommand', () => {
  it('allows each command in some states only', () => {
    const allowed = IMPORT_STATUSES.flatMap((status) =>
      IMPORT_COMMANDS.flatMap((command) => {
        const next = decideCommand({ status, paused: false }, command, ended)
        return next ? [`${status}: ${command} → ${next.status}${next.paused ? ', paused' : ''}`] : []
      }),
    )
    expect(allowed).toEqual([
      'reading: pause → reading, paused',
      'reading: cancel → uploaded',
      'checking: pause → checking, paused',
      'checking: cancel → uploaded',
      'checked: start → running',
      'running: pause → running, paused',
      'running: cancel → canceled',
      'done: undo → undoing',
      'canceled: undo → undoing',
      'undoing: pause → undoing, paused',
    ])
  })

  it('resumes what is paused, and pauses it once', () => {
    expect(decideCommand({ status: 'running', paused: true }, 'resume', ended)).toEqual({
      status: 'running',
      paused: false,
    })
    expect(decideCommand({ status: 'running', paused: true }, 'pause', ended)).toBeUndefined()
    expect(decideCommand({ status: 'running', paused: true }, 'cancel', ended)).toEqual({
      status: 'canceled',
      paused: false,
    })
  })

  it('undoes for 30 days', () => {
    const done = { status: 'done', paused: false } as const
    const finishedAt = new Date('2026-10-16T10:00:00Z')
    expect(undoUntil(finishedAt)).toEqual(new Date('2026-11-15T10:00:00Z'))
    expect(decideCommand(done, 'undo', { finishedAt, now })).toBeUndefined()
    expect(decideCommand(done, 'undo', { finishedAt: new Date('2026-10-16T10:00:01Z'), now })).toBeDefined()
    expect(decideCommand(done, 'undo', { finishedAt: null, now })).toBeUndefined()
  })
})

it('checks until it has started', () => {
  const can = IMPORT_STATUSES.filter((status) => canCheck({ status, paused: false }))
  expect(can).toEqual(['uploaded', 'checked', 'failed'])
})

it('knows which steps a worker does', () => {
  expect(IMPORT_STATUSES.filter(isWorking)).toEqual(['reading', 'checking', 'running', 'undoing'])
})

it('counts rows by result, and those that the current step has finished', () => {
  const counts = addCounts(NO_COUNTS, ['create', 'create', 'error', 'created', 'failed', 'undone'])
  expect(counts).toMatchObject({ create: 2, error: 1, created: 1, failed: 1, undone: 1, kept: 0 })
  expect(NO_COUNTS.create).toBe(0)
  expect(rowsDone('checking', counts, 9)).toBe(3)
  expect(rowsDone('running', counts, 9)).toBe(2)
  expect(rowsDone('undoing', counts, 9)).toBe(1)
  expect(rowsDone('reading', counts, 9)).toBe(9)
  expect(rowsDone('uploaded', counts, 9)).toBe(0)
})

describe('whyMappingRefused', () => {
  it('accepts columns of the kind, several phones, and columns that are not imported', () => {
    const mapping = ['firstName', 'phone', 'phone', null, 'email'] as const
    expect(whyMappingRefused('customers', mapping, 'email', 'update')).toBeUndefined()
    expect(whyMappingRefused('customers', ['firstName'], 'externalId', 'create')).toBeUndefined()
  })

  it('refuses a field of the other kind, a field twice, no field at all, and a match without its column', () => {
    expect(whyMappingRefused('customers', ['number'], 'externalId', 'create')).toHaveProperty('mapping')
    expect(whyMappingRefused('orders', ['status', 'status'], 'number', 'create')).toHaveProperty('mapping')
    expect(whyMappingRefused('orders', [null], 'number', 'create')).toHaveProperty('mapping')
    expect(whyMappingRefused('orders', ['status'], 'phone', 'create')).toHaveProperty('matchBy')
    expect(whyMappingRefused('orders', ['status'], 'number', 'skip')).toHaveProperty('matchBy')
  })
})

describe('isUnchanged', () => {
  it('compares values as JSON, in any order of the fields', () => {
    expect(isUnchanged({ a: 1, b: ['x'] }, { b: ['x'], a: 1 })).toBe(true)
    expect(isUnchanged({ a: null }, {})).toBe(true)
    expect(isUnchanged({ a: 1 }, { a: 2 })).toBe(false)
    expect(isUnchanged({}, { a: 2 })).toBe(false)
  })
})

it('has a lane per import', () => {
  expect(laneOf(7)).toEqual({ kind: 'import', key: '7', endpoint: 'imports' })
})
