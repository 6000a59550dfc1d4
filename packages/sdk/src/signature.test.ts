import { expect, it } from 'vitest'
import { newSecret, sign, verify } from './signature.ts'

const at = new Date('2026-11-15T10:00:00Z')

it('[D-09] verifies what it signed, and nothing that differs by one byte', () => {
  const secret = newSecret()
  const headers = sign([secret], 'msg_1', at, 'clientId=a&phone=%2B1')
  expect(verify(secret, headers, 'clientId=a&phone=%2B1', at)).toEqual({ ok: true })
  expect(verify(secret, headers, 'clientId=a&phone=%2B2', at)).toEqual({ ok: false, reason: 'wrong' })
  expect(verify(secret, { ...headers, 'webhook-id': 'msg_2' }, 'clientId=a&phone=%2B1', at).ok).toBe(false)
  expect(verify(newSecret(), headers, 'clientId=a&phone=%2B1', at).ok).toBe(false)
})

it('[D-09] signs with both secrets while one replaces the other', () => {
  const [old, fresh] = [newSecret(), newSecret()]
  const headers = sign([fresh, old], 'msg_1', at, '{}')
  expect(verify(old, headers, '{}', at).ok).toBe(true)
  expect(verify(fresh, headers, '{}', at).ok).toBe(true)
})

it('[D-09] rejects a request without a signature, and one older than five minutes', () => {
  const secret = newSecret()
  const headers = sign([secret], 'msg_1', at, '')
  expect(verify(secret, {}, '', at)).toEqual({ ok: false, reason: 'unsigned' })
  expect(verify(secret, headers, '', new Date(at.getTime() + 301_000))).toEqual({ ok: false, reason: 'stale' })
})
