import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openMemory } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-memory-'))
afterAll(() => rmSync(folder, { recursive: true }))
const open = (name: string) => openMemory<string>(join(folder, name), 'create table if not exists coin (sum integer);')
type Memory = ReturnType<typeof open>
const coins = ({ db }: Memory) => db.prepare('select count(*) as count from coin').get()?.count
const take = ({ db }: Memory) => db.exec('insert into coin values (1)')

it('does the work of a key once, also after a restart, and gives what it made', () => {
  const memory = open('once')
  const work = () => {
    take(memory)
    return { id: 'a' }
  }
  expect([memory.once('k', work), memory.once('k', work)]).toEqual([{ id: 'a' }, { id: 'a' }])
  memory.close()
  const again = open('once')
  expect(again.once('k', () => ({ id: 'b' }))).toEqual({ id: 'a' })
  expect(coins(again)).toBe(1)
  again.close()
})

it('keeps nothing of what failed: neither the change, nor the duty, nor the key', () => {
  const memory = open('failed')
  const fails = () => {
    take(memory)
    memory.duties.insert('told')
    throw new Error('no')
  }
  expect(() => memory.once('k', fails)).toThrow('no')
  expect([coins(memory), memory.duties.next()]).toEqual([0, undefined])
  expect(memory.once('k', () => 'done')).toBe('done')
  memory.close()
})

it('gives duties in their order until each is closed', () => {
  const memory = open('duties')
  for (const duty of ['one', 'two']) memory.duties.insert(duty)
  const first = memory.duties.next()
  expect(first?.body).toBe('one')
  expect(memory.duties.next()).toEqual(first)
  if (first) memory.duties.close(first, null)
  memory.close()
  const again = open('duties')
  expect(again.duties.next()?.body).toBe('two')
  again.close()
})
