// `npm run check`: everything that a tool can find, each with its verdict. Nothing is allowed to fail silently.
import { spawnSync } from 'node:child_process'

const CHECKS: readonly [string, string, ...string[]][] = [
  ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
  ['types', 'tsc', '-p', 'tsconfig.json'],
  ['walls', 'depcruise', '--output-type', 'err', 'apps', 'packages', 'faults', 'bench', 'tools'],
  ['dead code', 'knip'],
  ['sizes', 'node', 'tools/sizes.ts'],
  ['generated files', 'node', 'tools/check-generated.ts'],
  ['rules and their tests', 'node', 'tools/spec.ts'],
]

let failed = 0
for (const [name, command, ...args] of CHECKS) {
  const started = Date.now()
  const binary = command === 'node' ? 'node' : `node_modules/.bin/${command}`
  const { status, stdout, stderr } = spawnSync(binary, args, { encoding: 'utf8' })
  const ok = status === 0
  if (!ok) failed++
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (!ok) console.log(`${stdout}${stderr}`.trimEnd())
}
console.log(failed === 0 ? 'all checks passed' : `${failed} of ${CHECKS.length} checks failed`)
process.exitCode = failed === 0 ? 0 : 1
