import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
let owner: pg.Client
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  owner = new pg.Client({ connectionString: system.adminUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await system.close()
})

it('[D-81] keys of earlier versions are bound to their module; those with several modules keep them all', async () => {
  const { accountId } = system.fern
  const migration = await readFile(new URL('../../migrations/0020-modules-of-a-key.sql', import.meta.url), 'utf8')
  await owner.query('alter table api_key drop modules, drop several_modules, drop connected_host')
  const addKey = (id: string, moduleCode: string | null) =>
    owner.query(
      `insert into api_key (account_id, id, secret_hash, name, scopes, module_code) values ($1, $2, '', $2, '{}', $3)`,
      [accountId, id, moduleCode],
    )
  const addModule = (code: string, keyId: string | null, removed = false) =>
    owner.query(
      `insert into integration_module (account_id, code, integration_code, name, signing_secret, api_key_id, removed_at)
       values ($1, $2, $2, $2, '', $3, case when $4 then now() end)`,
      [accountId, code, keyId, removed],
    )
  for (const id of ['script', 'single', 'shared']) await addKey(id, null)
  await addKey('bound', 'waiting')
  await addModule('one', 'single')
  await addModule('gone', 'single', true)
  await addModule('two', 'shared')
  await addModule('three', 'shared')
  await owner.query(migration)
  const { rows } = await owner.query(
    `select id, modules, several_modules as several from api_key where id = any('{script,single,shared,bound}') order by id`,
  )
  expect(rows).toEqual([
    { id: 'bound', modules: ['waiting'], several: false },
    { id: 'script', modules: [], several: false },
    { id: 'shared', modules: ['three', 'two'], several: true },
    { id: 'single', modules: ['one'], several: false },
  ])
})
