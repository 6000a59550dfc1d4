// The published result of a test of docs/reliability.md: `faults/results/<id>.json`. Written only with `--record` or
// RECORD_RESULTS=1.
import { isPublishing, publishResult } from '@patchbay/testkit/published-result'

export type TestResult = {
  /** As in the list of tests: F5, P3, W1 … */
  id: string
  name: string
  /** In words: "3 minutes, 3 servers, 2 workers". */
  size: string
  /** Absent for a test that chooses none. */
  seed?: number
  figures: Record<string, number | string>
  passed: boolean
}

const recorded = new Set<string>()

/** Writes the result when this run is to be published. A scenario may publish its own, with more detail, before the common one. */
export const recordResult = (result: TestResult): void => {
  if (!isPublishing() || recorded.has(result.id)) return
  recorded.add(result.id)
  publishResult('faults/results', result.id, result)
  console.log(`recorded: faults/results/${result.id}.json`)
}
