// `npm run build -w packages/sdk` creates dist/, the package to publish (`npm publish packages/sdk/dist`): JavaScript
// with declarations. The SDK uses only types of the contract, so the contract's declarations are included.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const here = import.meta.dirname
const dist = join(here, 'dist')
const root = join(here, '../..')

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(here, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)

/** The emitted files import .ts sources, which are not published: point the imports at the .js files. */
const rewriteImports = (file: string): void => {
  const folder = relative(dirname(file), join(dist, 'contract/src')) || '.'
  const to = folder.startsWith('.') ? folder : `./${folder}`
  const text = readFileSync(file, 'utf8')
  const found = text
    .replace(/(['"])@patchbay\/contract\/([\w/-]+)\1/g, `'${to}/$2.js'`)
    .replace(/(['"])(\.[^'"\n]*)\.ts\1/g, "'$2.js'")
  writeFileSync(file, found)
}
for (const file of globSync(`${dist}/**/*.{js,d.ts}`)) rewriteImports(file)
// The contract's code is not needed, only its declarations.
for (const file of globSync(`${dist}/contract/**/*.js`)) rmSync(file)

const source = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const contract = JSON.parse(readFileSync(join(root, 'packages/contract/package.json'), 'utf8'))
const manifest = {
  name: source.name,
  version: source.version,
  description: source.description,
  type: 'module',
  license: source.license,
  engines: { node: '>=24.21' },
  bin: { patchbay: './sdk/src/patchbay.js' },
  files: ['sdk', 'contract', 'README.md'],
  exports: { './*': { types: './sdk/src/*.d.ts', default: './sdk/src/*.js' } },
  // Needed only by the contract's declarations.
  dependencies: { typebox: contract.dependencies.typebox },
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(join(here, 'README.md'), join(dist, 'README.md'))
chmodSync(join(dist, 'sdk/src/patchbay.js'), 0o755)
