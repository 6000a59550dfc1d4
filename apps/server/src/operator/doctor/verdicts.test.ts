import { expect, it } from 'vitest'
import {
  budgetVerdict,
  clockVerdict,
  connectionVerdict,
  diskVerdict,
  durabilityVerdicts,
  exitCodeOf,
  isAtLeast,
  migrationVerdict,
  moveSlotsVerdict,
  nodeVerdict,
  persistenceVerdict,
  poolerBudgetVerdict,
  poolingVerdict,
  postgresVersionVerdict,
  replicaVerdict,
} from './verdicts.ts'

it('compares versions by their numbers', () => {
  expect(['24.21.0', '24.21', '26.1.0'].map((version) => isAtLeast(version, '24.21'))).toEqual([true, true, true])
  expect(['24.20.9', '9.99', '24'].map((version) => isAtLeast(version, '24.21'))).toEqual([false, false, false])
  expect(nodeVerdict('20.1.0', '24.21').status).toBe('error')
  expect(postgresVersionVerdict('14.9 (Debian)').status).toBe('error')
  expect(postgresVersionVerdict('15.20').status).toBe('ok')
})

it('names what to change for each way in which a connection fails', () => {
  const found = ['28P01', '28000', '3D000', '53300', 'ECONNREFUSED'].map((code) =>
    connectionVerdict({ code, message: 'said' }, 'patchbay', 'db.example'),
  )
  expect(found.map(({ fix }) => fix)).toEqual([
    expect.stringContaining('Correct the password'),
    expect.stringContaining('pg_hba.conf'),
    expect.stringContaining('patchbay init'),
    expect.stringContaining('POOL_SIZE'),
    expect.stringContaining('Start PostgreSQL'),
  ])
})

it('calls settings that lose acknowledged writes errors, missing checksums a warning', () => {
  const all = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', data_checksums: 'on' }
  expect(exitCodeOf(durabilityVerdicts(all))).toBe(0)
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
    expect(durabilityVerdicts({ ...all, [name]: 'off' }).filter(({ status }) => status === 'error')).toHaveLength(1)
  expect(
    durabilityVerdicts({ ...all, synchronous_commit: 'remote_apply' }).every(({ status }) => status === 'ok'),
  ).toBe(true)
  const unchecked = durabilityVerdicts({ ...all, data_checksums: 'off' })
  expect([exitCodeOf(unchecked), unchecked.some(({ status }) => status === 'warning')]).toEqual([0, true])
})

it('counts the connections of every process, and says which figure fits', () => {
  const budget = { servers: 2, workers: 1, poolSize: 8, moneyPoolSize: 3, jobConnections: 5 }
  expect(budgetVerdict({ ...budget, maxConnections: 56, reserved: 3 }).status).toBe('ok')
  const short = budgetVerdict({ ...budget, maxConnections: 55, reserved: 3 })
  expect([short.status, short.fix]).toEqual(['error', expect.stringContaining('max_connections to 56')])
})

it('warns of clocks that differ by seconds, and of a disk that fills', () => {
  expect([0, 6_000, -31_000].map((ms) => clockVerdict(ms).status)).toEqual(['ok', 'warning', 'error'])
  expect([9e9, 4e9, 5e8].map((free) => diskVerdict('/data', free).status)).toEqual(['ok', 'warning', 'error'])
  expect(diskVerdict('/data', 4.2e9).found).toBe('4.2 GB free in /data')
})

it('knows a Redis that saves, and a database that is older or newer than the release', () => {
  expect(persistenceVerdict({ save: '', appendonly: 'no' }).status).toBe('ok')
  expect(persistenceVerdict({ save: '3600 1', appendonly: 'no' }).status).toBe('warning')
  expect(persistenceVerdict(undefined).status).toBe('skipped')
  const state = { pending: [], unknown: [], last: '0081-call-number' }
  expect(migrationVerdict(state).status).toBe('ok')
  expect(migrationVerdict({ ...state, pending: ['0090-new'] }).fix).toBe('Run: patchbay migrate')
  expect(migrationVerdict({ ...state, unknown: ['0099-future'] }).found).toContain('0099-future')
})

it('refuses named statements behind a transaction pooler, and names the settings that its role lacks', () => {
  const verdict = (
    pooler: 'none' | 'session' | 'transaction',
    pooling: 'session' | 'transaction',
    unset: string[] = [],
  ) => poolingVerdict(pooler, pooling, unset, 'patchbay')
  expect(verdict('transaction', 'session')).toMatchObject({
    status: 'error',
    fix: expect.stringContaining('DATABASE_POOLING=transaction'),
  })
  expect([verdict('none', 'session'), verdict('session', 'session')].map(({ status }) => status)).toEqual(['ok', 'ok'])
  expect(verdict('none', 'transaction').status).toBe('warning')
  expect(verdict('transaction', 'transaction').status).toBe('ok')
  expect(verdict('transaction', 'transaction', ['lock_timeout']).fix).toContain(
    "alter role patchbay set lock_timeout = '5s'",
  )
  const budget = { servers: 2, workers: 1, poolSize: 8, moneyPoolSize: 3, jobConnections: 5 }
  expect(poolerBudgetVerdict(budget).found).toContain('53 or more')
})

it('calls a slot of a move that nobody reads an error, and one that is read a warning', () => {
  const [read, unread] = [true, false].map((active) => ({
    name: `patchbay_move_${active ? 1 : 2}`,
    active,
    bytes: 5e9,
  }))
  if (!read || !unread) throw new Error('two slots')
  expect(moveSlotsVerdict([]).status).toBe('ok')
  expect(moveSlotsVerdict([read])).toMatchObject({
    status: 'warning',
    found: expect.stringContaining('patchbay_move_1'),
  })
  const both = moveSlotsVerdict([read, unread])
  expect(both).toMatchObject({
    status: 'error',
    fix: expect.stringContaining(`pg_drop_replication_slot('patchbay_move_2')`),
  })
  expect(both.found).not.toContain('patchbay_move_1')
})

it('[D-157] warns of a replica that does not keep up, and says how much it lacks', () => {
  const found = { missing: 0, patienceSeconds: 5, connections: 10 }
  expect(replicaVerdict(found)).toMatchObject({ status: 'ok', found: expect.stringContaining('10 connections') })
  const late = replicaVerdict({ ...found, missing: 2_500_000 })
  expect([late.status, late.found]).toEqual(['warning', expect.stringContaining('2.5 MB')])
})
