// `npm run spec [-- M|T|P|C|E]`: lists the tests of each rule and decision of docs/spec. A test names the rule's id in
// its title: it('[M-01] …'). It fails when a rule of a finished area has no test.
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

type Area = { name: string; ids: RegExp; done: boolean }

const AREAS: readonly Area[] = [
  { name: 'M', ids: /^(M-\d+|D-0[1-9]|D-1[0-5])$/, done: true },
  { name: 'T', ids: /^(T-\d+|D-2\d|D-3[0-5])$/, done: true },
  { name: 'P', ids: /^(P-\d+|D-4\d|D-5[0-3])$/, done: true },
  { name: 'C', ids: /^(C-\d+|D-6\d|D-70)$/, done: true },
  { name: 'E', ids: /^E-\d+$/, done: true },
  { name: 'S', ids: /^D-(8\d|9[6-9]|100)$/, done: true },
  { name: 'W', ids: /^D-(9[0-5]|11\d)$/, done: true },
  { name: 'O', ids: /^D-(1[2-9]\d)$/, done: true },
]

const TESTS = [
  'packages/*/src/**/*.test.ts',
  'apps/server/**/*.test.ts',
  'apps/web/src/**/*.test.ts',
  'modules/**/*.test.ts',
  'e2e/**/*.test.ts',
  'tools/**/*.test.ts',
]

/** Shown by a run that is not a test of Vitest. */
const SHOWN_BY: Readonly<Record<string, string>> = { 'D-143': 'npm run faults -- restore' }

/** A decision that stands twice would soon say two things. */
const repeated: string[] = []

const specifiedIds = (root: string): Map<string, string> => {
  const rows = ['rules.md', 'decisions.md'].flatMap((file) =>
    readFileSync(`${root}/docs/spec/${file}`, 'utf8').split('\n'),
  )
  const cells = rows.map((row) => /^\| ([A-Z]-\d+) +\| (.+) \|$/.exec(row)).filter((match) => match !== null)
  const found = new Map<string, string>()
  for (const [, id = '', text = ''] of cells) {
    if (found.has(id)) repeated.push(id)
    found.set(id, text)
  }
  return found
}

/** Test titles by rule id; skipped tests do not count. */
const testsById = (root: string): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const file of globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**'] })) {
    const source = readFileSync(`${root}/${file}`, 'utf8')
    for (const [, , title = ''] of source.matchAll(
      /\b(?:it|test)(?:\.each\([\s\S]*?\)|\.for\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g,
    )) {
      for (const [, id = ''] of title.matchAll(/\[([A-Z]-\d+)\]/g))
        found.set(id, [...(found.get(id) ?? []), `${file}: ${title}`])
    }
  }
  return found
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: '.' } },
})
const specified = specifiedIds(values.root)
const tests = testsById(values.root)
const areas = AREAS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const detailed = positionals.length > 0
let missingInDone = 0

for (const area of areas) {
  const ids = [...specified.keys()].filter((id) => area.ids.test(id))
  const missing = ids.filter((id) => !tests.has(id) && !SHOWN_BY[id])
  if (area.done) missingInDone += missing.length
  console.log(
    `${area.name}: ${ids.length - missing.length} of ${ids.length} ids have tests${area.done ? '' : ' (not declared done)'}`,
  )
  if (detailed)
    for (const id of ids)
      for (const test of tests.get(id) ?? [SHOWN_BY[id] ?? 'no test']) console.log(`  ${id}  ${test}`)
  if (area.done) for (const id of missing) console.log(`  missing: ${id}  ${specified.get(id)}`)
}
const unknown = [...tests.keys()].filter((id) => !specified.has(id))
for (const id of unknown) console.log(`unknown id in a test: ${id}: ${tests.get(id)?.[0]}`)
for (const id of repeated) console.log(`specified twice: ${id}`)
process.exitCode = missingInDone + unknown.length + repeated.length > 0 ? 1 : 0
