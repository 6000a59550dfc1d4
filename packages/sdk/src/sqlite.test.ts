import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { openSqliteStore } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))
const open = (name: string) =>
  openSqliteStore<string>(join(folder, name), 'create table if not exists coin (sum integer);')
type Store = ReturnType<typeof open>
const coins = ({ db }: Store) => db.prepare('select count(*) as count from coin').get()?.count
const take = ({ db }: Store) => db.exec('insert into coin values (1)')

it('does the work of a key once, also after a restart, and returns its result', () => {
  const store = open('once')
  const work = () => {
    take(store)
    return { id: 'a' }
  }
  expect([store.runOnce('k', work), store.runOnce('k', work)]).toEqual([{ id: 'a' }, { id: 'a' }])
  store.close()
  const reopened = open('once')
  expect(reopened.runOnce('k', () => ({ id: 'b' }))).toEqual({ id: 'a' })
  expect(coins(reopened)).toBe(1)
  reopened.close()
})

it('rolls back the change, the outbox message and the key when the work fails', () => {
  const store = open('failed')
  const fails = () => {
    take(store)
    store.outbox.insert('message')
    throw new Error('no')
  }
  expect(() => store.runOnce('k', fails)).toThrow('no')
  expect([coins(store), store.outbox.next()]).toEqual([0, undefined])
  expect(store.runOnce('k', () => 'done')).toBe('done')
  store.close()
})

it('returns outbox messages in order until each is completed', () => {
  const store = open('outbox')
  for (const message of ['one', 'two']) store.outbox.insert(message)
  const first = store.outbox.next()
  expect(first?.body).toBe('one')
  expect(store.outbox.next()).toEqual(first)
  if (first) store.outbox.complete(first, null)
  store.close()
  const reopened = open('outbox')
  expect(reopened.outbox.next()?.body).toBe('two')
  reopened.close()
})

it('keeps the keys and messages of a file with the old table names', () => {
  const old = new DatabaseSync(join(folder, 'old'))
  old.exec(`
    create table done (key text primary key, result text not null);
    create table duty (id integer primary key, body text not null, refused text, sentAt integer);
    create index duty_waiting on duty (id) where sentAt is null;
    insert into done values ('k', '"first"');
    insert into duty (body) values ('"unsent"');`)
  old.close()
  const store = open('old')
  expect([store.runOnce('k', () => 'second'), store.outbox.next()?.body]).toEqual(['first', 'unsent'])
  store.close()
})
