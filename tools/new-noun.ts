// `npm run new:noun <area> <noun>`: a noun with one endpoint from contract to database, bound and tested, ready to be changed.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const AREAS = ['platform', 'crm', 'telephony', 'payments', 'chats', 'integration-modules']
const [area = '', noun = ''] = process.argv.slice(2)
if (!AREAS.includes(area) || !/^[a-z][a-z-]*[a-z]$/.test(noun)) {
  console.error(`npm run new:noun <area> <noun>: an area (${AREAS.join(', ')}) and a singular noun in kebab-case.
For example: npm run new:noun crm gift-card`)
  process.exit(2)
}
const folder = `${noun}s`
const Noun = noun.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase())
const Nouns = `${Noun}s`
const nouns = Nouns[0]?.toLowerCase() + Nouns.slice(1)
const table = noun.replaceAll('-', '_')
const number = String(readdirSync('apps/server/migrations').length + 1).padStart(4, '0')
const shape = `${area}/workspace/${folder}`

const FILES: Record<string, string> = {
  [`packages/contract/src/${shape}.ts`]: `import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, SuccessWith, Text } from '../../base/types.ts'

export const ${Noun} = Type.Object({ id: Id, name: Text() }, { title: '${Noun}' })
export type ${Noun} = Static<typeof ${Noun}>

export const list${Nouns} = defineEndpoint({
  id: 'workspace.${folder}.list',
  summary: 'The ${folder} of the account',
  method: 'GET',
  path: '/workspace/${folder}',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ ${nouns}: Type.Array(${Noun}) }),
})
`,
  [`apps/server/migrations/${number}-${folder}.sql`]: `create table ${table} (
  account_id integer not null default current_account() references account,
  id bigint generated always as identity,
  name text not null,
  primary key (account_id, id)
);
call protect('${table}');
`,
  [`apps/server/src/${area}/${folder}/store.ts`]: `import type { ${Noun} } from '@patchbay/contract/${shape}'
import type { Db } from '../../lib/db/database.ts'

export const list${Nouns} = async (db: Db): Promise<${Noun}[]> =>
  db.selectFrom('${table}').select(['id', 'name']).orderBy('id').execute()
`,
  [`apps/server/src/${area}/${folder}/actions.ts`]: `import type { list${Nouns} as list${Nouns}Endpoint } from '@patchbay/contract/${shape}'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { list${Nouns} } from './store.ts'

export const show${Nouns}: Action<Deps, typeof list${Nouns}Endpoint> = async (deps, caller) => ({
  success: true,
  ${nouns}: await inAccount(deps.db, caller.accountId, list${Nouns}),
})
`,
  [`apps/server/test/${area}/${folder}.test.ts`]: `import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSystem, type System } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

it('lists the ${folder} of the account', async () => {
  const bruno = await system.fern.signIn('bruno')
  expect((await bruno.get('/workspace/${folder}')).body).toEqual({ success: true, ${nouns}: [] })
})
`,
}

/** Adds a line before the last occurrence of `before`, in a file that lists things. */
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
const endpoints = `packages/contract/src/${area}/endpoints.ts`
insert(endpoints, '\nexport const', `import { list${Nouns} } from './workspace/${folder}.ts'\n`)
insert(endpoints, '\n]\n', `\n  list${Nouns},`)
const routes = `apps/server/src/${area}/routes.ts`
insert(routes, '\nexport const', `import { list${Nouns} } from '@patchbay/contract/${shape}'\n`)
insert(routes, '\nexport const', `import { show${Nouns} } from './${folder}/actions.ts'\n`)
insert(routes, '\n}\n', `\n\n  bind(list${Nouns}, show${Nouns})`)
const page = readFileSync('ARCHITECTURE.md', 'utf8')
const row = new RegExp(`^(\\| \`${area}\` +\\|[^|:]*?)(:[^|]*)? *\\|$`, 'm')
if (!row.test(page)) throw new Error(`ARCHITECTURE.md has no row for ${area}`)
writeFileSync(
  'ARCHITECTURE.md',
  page.replace(row, (_row, nouns: string, rest = '') => `${nouns.trimEnd()}, ${folder}${rest.trimEnd()} |`),
)
const changed = ['ARCHITECTURE.md', 'packages/contract/src', 'apps/server']
execFileSync('node_modules/.bin/biome', ['check', '--write', ...changed], { stdio: 'ignore' })
console.log(
  `created ${Object.keys(FILES).join('\n        ')}\nnext: npm run generate && npm run check && npm test -- ${area}/${folder}`,
)
