// What no other tool checks: limits on the length of files and decision pages, pure rules, exact money, tests that do not depend on speed.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { serverComplaints } from './server-rules.ts'

const FOLDERS = '{packages,apps,modules,faults,bench,demo,e2e,tools}/**/*.{ts,tsx}'
const IMPURE = /\b(Date\.now|new Date\(\)|Math\.random|await\b|process\.|crypto\.|performance\.|setTimeout|globalThis)/
// D-41: money is a bigint, which TypeScript does not mix with floats. This finds decimals of the database or of a
// client that are converted to a float before they become money.
const FLOAT_MONEY =
  /\bparseFloat\b|\.toFixed\(|(?<![.\w])Number\([^)]*(amount|price|total|discount|refund|money|minor|sum)\b|[^+]\+\w*\.?(amount|price|total|discount)\b/i
const HOLDS_MONEY =
  /^(apps\/server\/(src\/(?!lib\/)|seed\/)|packages\/(contract|sdk)\/src\/(?!base\/money|money)|apps\/web\/src\/)/
// A test waits for a condition, or for a later event that must arrive; a fixed pause is too short on some machine and too
// long on all others. Speed is measured in bench/.
const PAUSE = /\b(setTimeout|sleep|waitForTimeout)\(|node:timers\/promises/
const STOPWATCH = /\bperformance\.now\(|\bDate\.now\(\) - (start|beg|before|since)/
const TESTS = /\.test\.tsx?$|^(apps\/server\/test|e2e)\//
// Our own pages name what they need by hash or nonce (sdk/inline-sources.ts, http/nonce.ts).
const UNSAFE_POLICY = /'unsafe-(inline|eval)'/
// A workspace may be at a plain http address of a local network.
const SECURE_ONLY = /\bcrypto\.(randomUUID|subtle)\b|\bnavigator\.clipboard\b/
const MAY_BE_INSECURE = /^apps\/web\/src\/(?!lib\/(random-id|copy-text)\.)/
/** The test clock lets a timer of the cache run first; the test of this rule plants a pause. */
const MAY_PAUSE = /\/test\/support\/clock\.ts$|^tools\/check\.test\.ts$/

const files = globSync(FOLDERS, { exclude: ['**/node_modules/**', '**/dist/**', '**/*.generated.ts'] })
const problems = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const most = /\.test\.tsx?$/.test(file) ? 600 : 300
  const tooLong = lines.length - 1 > most ? [`${file} has ${lines.length - 1} lines; ${most} is the limit`] : []
  const find = (pattern: RegExp, problem: (found: string) => string) =>
    lines.flatMap((line, index) => {
      const found = /^\s*(\/\/|\*|\/\*)/.test(line) ? null : pattern.exec(line)
      return found ? [`${file}:${index + 1} ${problem(found[0])}`] : []
    })
  const isRules = /(apps\/server\/src\/[^/]+\/[^/]+|packages\/contract\/src\/.+)\/(?:[a-z-]+-)?rules\.ts$/.test(file)
  const impure = isRules ? find(IMPURE, (found) => `is not pure: ${found}; let it come in as an argument`) : []
  const floats = HOLDS_MONEY.test(file)
    ? find(FLOAT_MONEY, (found) => `makes money a float: ${found.trim()}; read it with contract/money.ts`)
    : []
  const isPatient = TESTS.test(file) && !MAY_PAUSE.test(file)
  const pauses = isPatient ? find(PAUSE, (found) => `pauses: ${found}; wait for a condition or a later event`) : []
  const clocks = isPatient ? find(STOPWATCH, (found) => `measures time: ${found}; count, or measure in bench/`) : []
  const unsafe = TESTS.test(file) || file.startsWith('tools/') ? [] : find(UNSAFE_POLICY, (found) => `allows ${found}`)
  const secure = MAY_BE_INSECURE.test(file)
    ? find(SECURE_ONLY, (found) => `exists on secure pages only: ${found}; see lib/random-id.ts and lib/copy-text.ts`)
    : []
  return [...tooLong, ...impure, ...floats, ...pauses, ...clocks, ...unsafe, ...secure]
})
// Inside a template literal or a document a marker breaks no other check.
const MARKER = /^(<{7}|>{7}) /m
const MERGED =
  '{.ci,.github,apps,bench,demo,deploy,docs,e2e,faults,modules,packages,tools}/**/*.{ts,tsx,sql,md,yaml,json,css}'
for (const file of globSync(MERGED, { exclude: ['**/node_modules/**', '**/dist/**'] }))
  if (MARKER.test(readFileSync(file, 'utf8'))) problems.push(`${file} has a conflict marker: finish the merge`)
const MOST_DECISION_LINES = 40
for (const page of globSync('docs/decisions/*.md', { exclude: ['docs/decisions/README.md'] })) {
  const length = readFileSync(page, 'utf8').trimEnd().split('\n').length
  if (length > MOST_DECISION_LINES)
    problems.push(`${page} has ${length} lines; ${MOST_DECISION_LINES} is the limit for a decision`)
}
for (const file of globSync('packages/contract/src/**/*-rules.ts'))
  if (!existsSync(file.replace(/\.ts$/, '.test.ts'))) problems.push(`${file} has no test beside it`)
problems.push(...serverComplaints())
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
