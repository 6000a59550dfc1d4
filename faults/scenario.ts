import type { FaultReport } from '@patchbay/testkit/audit'

/** `scale` below 1 makes a shorter run; `only` names the part to run where a scenario has several. */
export type Scenario = (seed: number, scale?: number, only?: string) => Promise<FaultReport>

/** One of several parts of a scenario; it may not be possible on this machine. */
export type ScenarioPart = (seed: number, scale: number) => Promise<FaultReport | { skipped: string }>
