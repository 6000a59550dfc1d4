// `node faults/record-tests.ts <report> …`: publishes the results of the tests of the list that are test files, from the JSON
// reports of vitest. `RECORD_RESULTS=1 .ci/run` does so for its suites.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { recordResult } from './record.ts'
import { TESTS } from './tests.ts'

type Report = { testResults: { name: string; assertionResults: { status: string }[] }[] }

process.env.RECORD_RESULTS = '1'
const statuses = new Map<string, string[]>()
for (const path of process.argv.slice(2)) {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report
  for (const { name, assertionResults } of testResults)
    statuses.set(
      relative(process.cwd(), name),
      assertionResults.map(({ status }) => status),
    )
}
for (const { id, name, by } of TESTS) {
  const files = [by ?? []].flat()
  if (files.length === 0 || !files.every((file) => statuses.has(file))) continue
  const count = (status: string) =>
    files.flatMap((file) => statuses.get(file) ?? []).filter((one) => one === status).length
  const [passed, failed] = [count('passed'), count('failed')]
  recordResult({ id, name, size: files.join(', '), figures: { passed, failed }, passed: failed === 0 && passed > 0 })
}
