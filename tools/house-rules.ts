// What no other tool checks: files stay small enough to be read in one go, and rules stay pure.
import { globSync, readFileSync } from 'node:fs'

const FOLDERS = '{packages,apps,modules,faults,bench,e2e,tools}/**/*.{ts,tsx}'
const IMPURE = /\b(Date\.now|new Date\(\)|Math\.random|await|process\.|crypto\.|performance\.|setTimeout|globalThis)/

const files = globSync(FOLDERS, { exclude: ['**/node_modules/**', '**/dist/**', '**/*.generated.ts'] })
const complaints = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const most = /\.test\.tsx?$/.test(file) ? 600 : 300
  const tooLong = lines.length - 1 > most ? [`${file} has ${lines.length - 1} lines; ${most} is the limit`] : []
  if (!/apps\/server\/src\/[^/]+\/rules\.ts$/.test(file)) return tooLong
  const impure = lines.flatMap((line, index) => {
    const found = /^\s*(\/\/|\*|\/\*)/.test(line) ? null : IMPURE.exec(line)
    return found ? [`${file}:${index + 1} is not pure: ${found[0]}; let it come in as an argument`] : []
  })
  return [...tooLong, ...impure]
})
for (const complaint of complaints) console.log(complaint)
process.exitCode = complaints.length > 0 ? 1 : 0
