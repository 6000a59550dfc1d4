import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

// The files of a new module. The templates are TypeScript that this repository compiles and tests; the JavaScript of a module
// is the same without its types.

export const KINDS = ['payment', 'telephony', 'transport'] as const
export type Kind = (typeof KINDS)[number]
export type Language = 'ts' | 'js'

export type ModuleOptions = {
  kind: Kind
  language: Language
  /** Also the name of the folder. */
  code: string
  /** Where npm gets the SDK: a version, or the path of a packed one. */
  sdk: string
}

const TEMPLATES = join(import.meta.dirname, '../templates')

const SOURCES: Readonly<Record<Kind, readonly string[]>> = {
  payment: ['module', 'payments'],
  telephony: ['module', 'calls'],
  transport: ['module', 'people'],
}

const SCOPES: Readonly<Record<Kind, readonly string[]>> = {
  payment: ['integration_read', 'integration_write', 'payments_read', 'payments_write'],
  telephony: ['integration_read', 'integration_write', 'telephony_read', 'telephony_write', 'reference_read'],
  transport: ['integration_read', 'integration_write'],
}

/** How verify acts as the customer. */
const VERIFY_OPTIONS: Readonly<Record<Kind, string>> = {
  payment: ' --pay \\"{invoiceUrl}\\"',
  telephony: '',
  transport: ' --visitor \\"{url}/people/ann\\"',
}

const TYPESCRIPT = '7.0.2'
const NODE_TYPES = '26.6.6'

/** Types leave gaps where they stood, and empty lines where only types were imported. */
const withoutTypes = (source: string): string =>
  stripTypeScriptTypes(source)
    .replace(/(from '\.{1,2}\/[\w/-]+)\.ts'/g, "$1.js'")
    .replace(/(\S) {2,}(?=[(,)])/g, '$1')
    .replace(/(\S) {2,}/g, '$1 ')
    .replace(/ +(?=[,)])/g, '')
    // A type that was imported last leaves its comma.
    .replace(/, \} from/g, ' } from')
    .replace(/ +$/gm, '')
    .replace(/^(import [^\n]+)\n+(?=import )/gm, '$1\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimStart()

const nameOf = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')

const template = (path: string): string => readFileSync(join(TEMPLATES, path), 'utf8')

const manifest = ({ kind, language, code, sdk }: ModuleOptions): string => {
  const run = `node src/main.${language}`
  const verify = `patchbay verify ${kind} http://127.0.0.1:4000 --run \\"${run}\\"${VERIFY_OPTIONS[kind]}`
  const scripts = {
    start: run,
    ...(language === 'ts' && { check: 'tsc' }),
    test: 'node --test && npm run verify',
    verify: verify.replaceAll('\\"', '"'),
  }
  const devDependencies = { typescript: TYPESCRIPT, '@types/node': NODE_TYPES }
  const content = {
    name: code,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=24.21' },
    scripts,
    dependencies: { '@patchbay/sdk': sdk },
    ...(language === 'ts' && { devDependencies }),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Path and content of each file. */
export const scaffold = (options: ModuleOptions): Map<string, string> => {
  const { kind, language, code } = options
  const named = (text: string) => text.replaceAll('my-module', code).replaceAll('My module', nameOf(code))
  const inLanguage = (text: string) => named(language === 'ts' ? text : withoutTypes(text))
  const mentioned = (text: string) => named(text).replaceAll(/\b(main|module)\.ts\b/g, `$1.${language}`)
  const readme = template('common/README.md')
    .replace('KIND', kind)
    .replace('SCOPES', SCOPES[kind].map((scope) => `\`${scope}\``).join(', '))
  return new Map([
    ['package.json', manifest(options)],
    ['README.md', mentioned(readme)],
    ['Dockerfile', mentioned(template('common/Dockerfile'))],
    ['.dockerignore', 'node_modules\ndata\n.git\n'],
    ['.gitignore', 'node_modules\ndata\n'],
    ['.github/workflows/test.yml', template('common/test.yml')],
    ...(language === 'ts' ? ([['tsconfig.json', template('common/tsconfig.json')]] as const) : []),
    [`src/main.${language}`, inLanguage(template('common/main.ts'))],
    ...SOURCES[kind].map((name) => [`src/${name}.${language}`, inLanguage(template(`${kind}/${name}.ts`))] as const),
    [`test/module.test.${language}`, inLanguage(template(`${kind}/module.test.ts`))],
  ])
}
