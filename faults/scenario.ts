import type { FaultReport } from '@patchbay/testkit/audit'

/** `scale` below 1 makes a shorter run; `only` names the part to run where a scenario has several. */
export type Scenario = (seed: number, scale?: number, only?: string) => Promise<FaultReport>

/** One of several parts of a scenario; it may not be possible on this machine. */
export type ScenarioPart = (seed: number, scale: number) => Promise<FaultReport | { skipped: string }>

/** The exit code of what cannot run on this machine, as test harnesses have it. .ci/run lists it as not run. */
export const NOT_RUN = 77

/** Ends the process: what was not run has not passed, and nothing is published. */
export const notRunHere = (reason: string): never => {
  console.log(`not run here: ${reason}`)
  process.exit(NOT_RUN)
}
