// Files stay small enough to be read in one go: sources 300 lines, tests 600.
import { globSync, readFileSync } from 'node:fs'

const root = process.argv[2] ?? '.'
const files = globSync(['{packages,apps,modules,faults,bench,e2e,tools}/**/*.{ts,tsx}'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.generated.ts'],
})
const long = files
  .map((file) => ({
    file,
    lines: readFileSync(`${root}/${file}`, 'utf8').split('\n').length - 1,
    most: /\.test\.tsx?$/.test(file) ? 600 : 300,
  }))
  .filter(({ lines, most }) => lines > most)
for (const { file, lines, most } of long) console.log(`${file} has ${lines} lines; ${most} is the limit`)
process.exitCode = long.length > 0 ? 1 : 0
