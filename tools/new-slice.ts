// `npm run new:slice <noun>`: a slice with one endpoint from wire to database, bound, tested, and ready to be changed.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const noun = process.argv[2] ?? ''
if (!/^[a-z][a-z-]*[a-z]$/.test(noun)) {
  console.error('npm run new:slice <noun>, a singular noun in kebab-case: npm run new:slice gift-card')
  process.exit(2)
}
const slice = `${noun}s`
const Noun = noun.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase())
const Nouns = `${Noun}s`
const nouns = Nouns[0]?.toLowerCase() + Nouns.slice(1)
const table = noun.replaceAll('-', '_')
const number = String(readdirSync('apps/server/migrations').length + 1).padStart(4, '0')

const FILES: Record<string, string> = {
  [`packages/contract/src/${slice}.ts`]: `import Type, { type Static } from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { Id, SuccessWith, Text } from './types.ts'

export const ${Noun} = Type.Object({ id: Id, name: Text() }, { title: '${Noun}' })
export type ${Noun} = Static<typeof ${Noun}>

export const list${Nouns} = defineEndpoint({
  id: 'workspace.${slice}.list',
  summary: 'The ${slice} of the account',
  method: 'GET',
  path: '/workspace/${slice}',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ ${nouns}: Type.Array(${Noun}) }),
})
`,
  [`apps/server/migrations/${number}-${slice}.sql`]: `create table ${table} (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  name text not null,
  primary key (account_id, id)
);
call protect('${table}');
`,
  [`apps/server/src/${slice}/store.ts`]: `import type { ${Noun} } from '@patchbay/contract/${slice}'
import type { Db } from '../lib/db.ts'

export const list${Nouns} = async (db: Db): Promise<${Noun}[]> =>
  db.selectFrom('${table}').select(['id', 'name']).orderBy('id').execute()
`,
  [`apps/server/src/${slice}/actions.ts`]: `import type { list${Nouns} as list${Nouns}Endpoint } from '@patchbay/contract/${slice}'
import type { Deps } from '../deps.ts'
import type { Action } from '../lib/route.ts'
import { inAccount } from '../lib/transaction.ts'
import { list${Nouns} } from './store.ts'

export const show${Nouns}: Action<Deps, typeof list${Nouns}Endpoint> = async (deps, caller) => ({
  success: true,
  ${nouns}: await inAccount(deps.db, caller.accountId, list${Nouns}),
})
`,
  [`apps/server/src/${slice}/routes.ts`]: `import { list${Nouns} } from '@patchbay/contract/${slice}'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { show${Nouns} } from './actions.ts'

export const ${noun.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase())}Routes = (bind: Bind<Deps>): void => {
  bind(list${Nouns}, show${Nouns})
}
`,
  [`apps/server/test/${slice}.test.ts`]: `import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSystem, type System } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

it('lists the ${slice} of the account', async () => {
  const bruno = await system.fern.signIn('bruno')
  expect((await bruno.get('/workspace/${slice}')).body).toEqual({ success: true, ${nouns}: [] })
})
`,
}

/** Adds a line where it belongs in a file that lists things. */
const insert = (file: string, before: string, line: string): void => {
  const text = readFileSync(file, 'utf8')
  const place = text.lastIndexOf(before)
  if (place < 0) throw new Error(`${file} has no place for ${line}`)
  writeFileSync(file, text.slice(0, place) + line + text.slice(place))
}

for (const [file, text] of Object.entries(FILES)) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flag: 'wx' })
}
const routes = `${noun.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase())}Routes`
insert('packages/contract/src/endpoints.ts', '\n/** Every request', `import { list${Nouns} } from './${slice}.ts'\n`)
insert('packages/contract/src/endpoints.ts', '\n]\n', `\n  list${Nouns},`)
insert('apps/server/src/http/app.ts', '\nconst BODY_BYTES', `import { ${routes} } from './${slice}/routes.ts'\n`)
insert('apps/server/src/http/app.ts', '}\n\n/** The whole HTTP face', `  ${routes}(bind)\n`)
execFileSync('node_modules/.bin/biome', ['check', '--write', 'packages/contract/src', 'apps/server'], {
  stdio: 'ignore',
})
console.log(
  `made ${Object.keys(FILES).join('\n     ')}\nnext: npm run generate && npm run check && npm test -- ${slice}`,
)
