// `npm run check [-- <name>]`: runs all static checks, or one, and prints the result of each.
import { spawnSync } from 'node:child_process'

const CHECKS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  lint: ['biome', 'ci', '--error-on-warnings', '.'],
  types: ['tsc', '-p', 'tsconfig.json'],
  'web types': ['tsc', '-p', 'apps/web'],
  'service worker types': ['tsc', '-p', 'apps/web/service-worker'],
  'widget types': ['tsc', '-p', 'modules/webchat/widget'],
  'softphone types': ['tsc', '-p', 'modules/exchange/softphone'],
  'e2e types': ['tsc', '-p', 'e2e'],
  walls: [
    'depcruise',
    '--output-type',
    'err',
    'apps',
    'packages',
    'modules',
    'faults',
    'bench',
    'demo',
    'e2e',
    'tools',
  ],
  'dead code': ['knip'],
  'house rules': ['node', 'tools/house-rules.ts'],
  generated: ['node', 'tools/check-generated.ts'],
  api: ['node', 'tools/api-compatibility.ts'],
  versions: ['node', 'tools/release.ts', '--check'],
  spec: ['node', 'tools/spec.ts'],
  words: ['node', 'tools/words.ts'],
  dependencies: ['node', 'tools/dependencies.ts'],
}

const only = process.argv[2]
let failed = 0
for (const [name, [command, ...args]] of Object.entries(CHECKS)) {
  if (only !== undefined && only !== name) continue
  const started = Date.now()
  const binary = command === 'node' ? process.execPath : `node_modules/.bin/${command}`
  const { status, stdout, stderr } = spawnSync(binary, args, { encoding: 'utf8' })
  const ok = status === 0
  if (!ok) failed++
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (!ok) console.log(`${stdout}${stderr}`.trimEnd())
}
console.log(failed === 0 ? 'all checks passed' : `${failed} checks failed`)
process.exitCode = failed === 0 ? 0 : 1
