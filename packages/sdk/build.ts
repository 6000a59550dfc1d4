// `npm run build -w packages/sdk` creates dist/, the package to publish (`npm publish packages/sdk/dist`): JavaScript
// with declarations. It includes the contract: modules use its types, and `patchbay verify` its schemas and rules.
import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readManifest, writePackage } from '../../tools/package-manifest.ts'

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

writePackage('sdk', {
  bin: { patchbay: './sdk/src/patchbay.js' },
  files: ['sdk', 'contract'],
  exports: { './*': { types: './sdk/src/*.d.ts', default: './sdk/src/*.js' } },
  dependencies: { typebox: readManifest<{ dependencies: { typebox: string } }>('contract').dependencies.typebox },
})
chmodSync(join(dist, 'sdk/src/patchbay.js'), 0o755)
