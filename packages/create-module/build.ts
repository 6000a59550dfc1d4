// `npm run build -w packages/create-module` creates dist/, the package to publish (`npm publish packages/create-module/dist`):
// JavaScript and the templates.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePackage } from '../../tools/package-manifest.ts'

const here = import.meta.dirname
const dist = join(here, 'dist')

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync(join(here, '../../node_modules/.bin/tsc'), ['-p', join(here, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)

cpSync(join(here, 'templates'), join(dist, 'templates'), { recursive: true })
writePackage('create-module', {
  bin: { 'create-patchbay-module': './src/create.js' },
  files: ['src', 'templates'],
})
chmodSync(join(dist, 'src/create.js'), 0o755)
