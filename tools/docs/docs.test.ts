// Tests of the documentation site: dead links are found, every command is run by something, the API pages say what the document says.
import { spawnSync } from 'node:child_process'
import { appendFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyTree } from '../copy-tree.ts'
import { DEMO_PICTURES, GUIDE_PICTURES, PICTURES } from '../pictures.ts'
import { fieldsOf } from './api-fields.ts'
import { apiPages } from './api-pages.ts'
import { unrunCommands } from './commands.ts'
import { blocksOf } from './guide-blocks.ts'
import { firstSentence } from './llms.ts'
import { pageFiles, unlistedFiles } from './pages.ts'
import { rewriteLinks } from './rewrite-links.ts'

describe('npm run docs', () => {
  let copy: string
  beforeAll(() => {
    copy = copyTree('docs')
  }, 600_000)
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  const build = () => spawnSync(process.execPath, ['tools/docs/build.ts'], { cwd: copy, encoding: 'utf8' })
  const read = (file: string): string => readFileSync(join(copy, '.docs/site', file), 'utf8')

  it('finds a link to no page, an anchor to no heading, and nothing else', { timeout: 1_200_000 }, () => {
    const before = readFileSync(join(copy, 'docs/start.md'), 'utf8')
    appendFileSync(join(copy, 'docs/start.md'), '\n[gone](managers/gone.md) [nowhere](managers/calls.md#nowhere)\n')
    const { status, stdout, stderr } = build()
    writeFileSync(join(copy, 'docs/start.md'), before)
    expect(stdout + stderr).toContain('2 dead links')
    expect(stderr).toContain('dead link in start.html: ./managers/gone')
    expect(stderr).toContain('dead link in start.html: ./managers/calls#nowhere')
    expect(status).toBe(1)
  })

  it('builds all pages with search, API reference and llms.txt', () => {
    expect(read('start.html')).toContain('Start in five minutes')
    expect(read('api/telephony.html')).toContain('/api/v5/telephony/call/event')
    expect(read('contribute/architecture.html')).toContain('One request, end to end')
    expect(read('llms.txt')).toMatch(
      /^# Patchbay\n\n> .*\n[\s\S]*- \[Answer a call\]\(\/managers\/calls\.md\): What a manager sees/,
    )
    expect(read('llms-full.txt')).toContain('# Build a payment module')
    expect(read('managers/calls.md')).toContain('# Answer a call')
    expect(JSON.parse(read('openapi.json'))).toHaveProperty('openapi', '3.1.0')
    const [index = ''] = globSync('assets/chunks/@localSearchIndex*.js', { cwd: join(copy, '.docs/site') })
    expect(read(index)).toContain('Answer a call')
  })

  it('refuses a page that is on no list', () => {
    writeFileSync(join(copy, 'docs/lost.md'), '# Lost\n')
    const { status, stderr } = build()
    rmSync(join(copy, 'docs/lost.md'))
    expect(stderr).toContain('docs/lost.md is in no section of tools/docs/pages.ts')
    expect(status).toBe(1)
  })
})

it('every command in the documentation is run by a test, or says why not', () => expect(unrunCommands('.')).toEqual([]))

it('every picture of the documentation is made by the tour, and every picture of the tour is used', () => {
  const texts = [...pageFiles('.'), 'README.md'].map((file) => readFileSync(file, 'utf8'))
  const used = texts.flatMap((text) => [...text.matchAll(/images\/([\w-]+\.png)/g)].map(([, name]) => name))
  expect([...new Set(used)].sort()).toEqual([...Object.keys(PICTURES), ...DEMO_PICTURES, ...GUIDE_PICTURES].sort())
})

it('lists every page below docs', () => {
  expect(unlistedFiles('.').filter((file) => file !== 'docs/api/overview.md')).toEqual([])
})

describe('links between files of the repository', () => {
  const pages: Record<string, string> = { 'docs/start.md': 'start.md', 'modules/bank/README.md': 'modules/bank.md' }
  const rewrite = (text: string) =>
    rewriteLinks('docs/start.md', text, { placeOf: (file) => pages[file], exists: (file) => file === 'LICENSE' })

  it.each([
    ['a page', '[bank](../modules/bank/README.md#run-it)', '[bank](./modules/bank.md#run-it)'],
    ['a page named in code', '[`bank`](../modules/bank/README.md)', '[`bank`](./modules/bank.md)'],
    ['a file that is no page', '[the licence](../LICENSE)', 'the licence'],
    ['nothing', '[gone](gone.md)', '[gone](gone.md)'],
    ['another site', '[x](https://example.com/a.md)', '[x](https://example.com/a.md)'],
    ['a picture', '![p](images/home.png)', '![p](./images/home.png)'],
    ['code', '`[a](../LICENSE)`', '`[a](../LICENSE)`'],
  ])('to %s', (_to, before, after) => expect(rewrite(before)).toBe(after))
})

it('blocks of a guide have their file and the mark before them', () => {
  const guide =
    '<!-- run by a.test.ts -->\n\n```sh\nls\n```\n\ntext\n\n```js a.js\nlet a\n```\n\n_Not run: it is long._\n\n```sh\nx\n```\n'
  expect(blocksOf(guide)).toEqual([
    { language: 'sh', file: '', text: 'ls\n', mark: 'run by a.test.ts' },
    { language: 'js', file: 'a.js', text: 'let a\n', mark: '' },
    { language: 'sh', file: '', text: 'x\n', mark: 'Not run: it is long.' },
  ])
})

it('members of a schema become rows with a path and a type', () => {
  const schemas = {
    Call: { type: 'object', required: ['date'], properties: { date: { type: 'string', maxLength: 20 } } },
  }
  const calls = { type: 'array', maxItems: 50, items: { $ref: '#/components/schemas/Call' } }
  const schema = { type: 'object', required: ['calls'], properties: { calls, kind: { enum: ['in', 'out'] } } }
  expect(fieldsOf(schemas, schema).map(({ name, type, required }) => [name, type, required])).toEqual([
    ['calls', 'list of object, at most 50', true],
    ['calls[].date', 'string (≤ 20 characters)', true],
    ['kind', '`in`, `out`', false],
  ])
})

it('the API reference has every method of the document', () => {
  const document = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as Parameters<typeof apiPages>[0]
  const text = apiPages(document, '')
    .map((page) => page.text)
    .join('\n')
  const missing = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).filter(
      (method) => !text.includes(`## ${method.toUpperCase()} ${path}\n`) && !text.includes(`\`${path}\``),
    ),
  )
  expect(missing).toEqual([])
})

it('the API reference shows examples, filters with their members, and the headers of requests to modules', () => {
  const document = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as Parameters<typeof apiPages>[0]
  const pages = Object.fromEntries(apiPages(document, '').map(({ place, text }) => [place, text]))
  expect(pages['api/users.md']).toContain('| `filter[groups][]` | query |')
  expect(pages['api/users.md']).toContain('?filter[email]=bruno%40fern.test&limit=20')
  expect(pages['api/orders.md']).toContain('"productName": "Boston fern"')
  expect(pages['api/callbacks.md']).toContain('`webhook-sequence`, `Clientid`.')
  expect(pages['api/callbacks.md']).toContain('"type": "reaction_add"')
})

it('takes the first sentence of a page', () => {
  expect(firstSentence('# Title\n\n<!-- x -->\n\nWhat [it](a.md) is\nhere: more. And so on.\n')).toBe(
    'What it is here.',
  )
})
