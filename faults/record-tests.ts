// `node faults/record-tests.ts <report> …`: publishes the results of the tests of the list that are test files, from the JSON
// reports of vitest. `RECORD_RESULTS=1 .ci/run` does so for its suites.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { recordResult } from './record.ts'
import { TESTS } from './tests.ts'

type Report = { testResults: { name: string; assertionResults: { status: string }[] }[] }

process.env.RECORD_RESULTS = '1'
for (const path of process.argv.slice(2)) {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report
  for (const { name: file, assertionResults } of testResults)
    for (const { id, name, by } of TESTS) {
      if (by !== relative(process.cwd(), file)) continue
      const count = (status: string) => assertionResults.filter((one) => one.status === status).length
      const [passed, failed] = [count('passed'), count('failed')]
      recordResult({ id, name, size: by, figures: { passed, failed }, passed: failed === 0 && passed > 0 })
    }
}
