#!/usr/bin/env node
// npm create patchbay-module
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { KINDS, type Kind, type Language, scaffold } from './scaffold.ts'

const USAGE = `Usage: npm create patchbay-module [folder] -- --kind <payment|telephony|transport> [options]

Writes a module that passes \`patchbay verify\`: its source, tests, a Dockerfile and a workflow. What is not given is asked.

  --kind <kind>      what it connects: payment, telephony or transport (a messenger)
  --js               JavaScript instead of TypeScript
  --sdk <version>    the SDK to depend on: a version, or the path of a packed one

Example: npm create patchbay-module my-bank -- --kind payment
`

class UsageError extends Error {}

const isKind = (text: string | undefined): text is Kind => KINDS.some((kind) => kind === text)

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        kind: { type: 'string' },
        js: { type: 'boolean' },
        sdk: { type: 'string', default: version },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Asks a person; where nobody can answer, says which option is missing. */
const ask = async (question: string, option: string): Promise<string> => {
  if (!process.stdin.isTTY) throw new UsageError(`${option} is missing.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(`${question} `)).trim()
  } finally {
    terminal.close()
  }
}

const codeOf = (folder: string): string => {
  const code = resolve(folder).split('/').pop() ?? ''
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(code)) return code
  throw new UsageError(`"${code}" cannot be the code of a module: use small letters, digits and hyphens.`)
}

const writeModule = (folder: string, files: ReadonlyMap<string, string>): void => {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`The folder ${folder} is not empty: nothing was written.`)
  for (const [path, content] of files) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

const main = async (): Promise<void> => {
  const { values, positionals } = readArguments()
  if (values.help) return void process.stdout.write(USAGE)
  const folder = positionals[0] ?? (await ask('In which folder?', 'The folder'))
  const code = codeOf(folder)
  const kind = values.kind ?? (await ask(`What does it connect: ${KINDS.join(', ')}?`, '--kind'))
  if (!isKind(kind)) throw new UsageError(`"${kind}" is no kind of module. Choose ${KINDS.join(', ')}.`)
  const language: Language = values.js ? 'js' : 'ts'
  writeModule(folder, scaffold({ kind, language, code, sdk: values.sdk }))
  process.stdout.write(`${folder}: a ${kind} module.\n\n  cd ${folder}\n  npm install\n  npm test\n`)
}

// Node.js warns that it may change how it strips types; the tests of this package would notice.
process.removeAllListeners('warning')
try {
  await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n\n${USAGE}`)
  process.exitCode = 2
}
