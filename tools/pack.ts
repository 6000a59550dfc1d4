// `npm run pack`: builds the packages for module authors and writes them to dist/ as patchbay-sdk.tgz, patchbay-contract.tgz and
// patchbay-create-module.tgz, which npm takes like published packages.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const target = resolve(root, 'dist')
mkdirSync(target, { recursive: true })

for (const name of ['contract', 'sdk', 'create-module']) {
  execFileSync(process.execPath, [join(root, 'packages', name, 'build.ts')], { stdio: 'inherit' })
  const folder = join(root, 'packages', name, 'dist')
  const printed = execFileSync('npm', ['pack', '--silent', folder, '--pack-destination', target], { encoding: 'utf8' })
  const file = join(target, `patchbay-${name}.tgz`)
  renameSync(join(target, printed.trim().split('\n').pop() ?? ''), file)
  console.log(file)
}
