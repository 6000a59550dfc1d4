// `npm run build -w packages/contract` creates dist/, the package to publish (`npm publish packages/contract/dist`): JavaScript
// with declarations.
import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest, writePackage } from '../../tools/package-manifest.ts'

const here = import.meta.dirname

rmSync(join(here, 'dist'), { recursive: true, force: true })
const { status } = spawnSync(join(here, '../../node_modules/.bin/tsc'), ['-p', join(here, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)

const privateFolders = globSync('*/workspace', { cwd: join(here, 'src') }).sort()

writePackage('contract', {
  files: ['src'],
  exports: {
    './*': { types: './src/*.d.ts', default: './src/*.js' },
    // The workspace's own API is private: it changes without notice. A pattern has one star, so each area is named.
    ...Object.fromEntries(privateFolders.map((folder) => [`./${folder}/*`, null])),
  },
  dependencies: readManifest<{ dependencies: object }>('contract').dependencies,
})
