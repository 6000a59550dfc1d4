// What no other tool checks: limits on the length of files and decision pages, pure rules, exact money.
import { globSync, readFileSync } from 'node:fs'
import { serverComplaints } from './server-rules.ts'

const FOLDERS = '{packages,apps,modules,faults,bench,e2e,tools}/**/*.{ts,tsx}'
const IMPURE = /\b(Date\.now|new Date\(\)|Math\.random|await|process\.|crypto\.|performance\.|setTimeout|globalThis)/
// D-41. The type of money is a bigint, which a float cannot be mixed with; this finds the ways around it: a decimal of the
// database or of a client that is turned into a float before it becomes money.
const FLOAT_MONEY =
  /\bparseFloat\b|\.toFixed\(|(?<![.\w])Number\([^)]*(amount|price|total|discount|refund|money|minor|sum)\b|[^+]\+\w*\.?(amount|price|total|discount)\b/i
const HOLDS_MONEY = /^(apps\/server\/(src\/(?!lib\/)|seed\/)|packages\/(contract|sdk)\/src\/(?!money)|apps\/web\/src\/)/

const files = globSync(FOLDERS, { exclude: ['**/node_modules/**', '**/dist/**', '**/*.generated.ts'] })
const complaints = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const most = /\.test\.tsx?$/.test(file) ? 600 : 300
  const tooLong = lines.length - 1 > most ? [`${file} has ${lines.length - 1} lines; ${most} is the limit`] : []
  const find = (pattern: RegExp, complaint: (found: string) => string) =>
    lines.flatMap((line, index) => {
      const found = /^\s*(\/\/|\*|\/\*)/.test(line) ? null : pattern.exec(line)
      return found ? [`${file}:${index + 1} ${complaint(found[0])}`] : []
    })
  const isRules = /apps\/server\/src\/[^/]+\/[^/]+\/(?:[a-z-]+-)?rules\.ts$/.test(file)
  const impure = isRules ? find(IMPURE, (found) => `is not pure: ${found}; let it come in as an argument`) : []
  const floats = HOLDS_MONEY.test(file)
    ? find(FLOAT_MONEY, (found) => `makes money a float: ${found.trim()}; read it with contract/money.ts`)
    : []
  return [...tooLong, ...impure, ...floats]
})
const MOST_DECISION_LINES = 40
for (const page of globSync('docs/decisions/*.md', { exclude: ['docs/decisions/README.md'] })) {
  const length = readFileSync(page, 'utf8').trimEnd().split('\n').length
  if (length > MOST_DECISION_LINES)
    complaints.push(`${page} has ${length} lines; ${MOST_DECISION_LINES} is the limit for a decision`)
}
complaints.push(...serverComplaints())
for (const complaint of complaints) console.log(complaint)
process.exitCode = complaints.length > 0 ? 1 : 0
