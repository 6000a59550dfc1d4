import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { gauges } from '../lib/process/telemetry.ts'

const NAMES: Readonly<Record<string, string>> = {
  'lanes-ready': 'patchbay_lanes_ready',
  'lanes-given-up': 'patchbay_lanes_given_up',
  'operations-need-person': 'patchbay_operations_need_person',
}

/** Work that waits, over all accounts, for the metrics. */
export const measureBacklog = (deps: Deps): void =>
  gauges(
    {
      patchbay_lanes_ready: { help: 'Lanes that are ready and not yet served, by kind', label: 'kind' },
      patchbay_lanes_given_up: { help: 'Lanes given up after errors of ours, by kind', label: 'kind' },
      patchbay_operations_need_person: { help: 'Payment operations whose outcome a person has to decide' },
      patchbay_dead_letters: { help: 'Jobs that failed their last attempt' },
    },
    async () => {
      const counts = sql<{ what: string; kind: string; count: number }>`select what, kind, count from count_backlog()`
      const { rows } = await counts.execute(deps.db)
      const backlog = rows.map(({ what, kind, count }) => ({ name: NAMES[what] ?? '', label: kind, value: count }))
      return [...backlog, { name: 'patchbay_dead_letters', label: '', value: await deps.jobs.countDeadLetters() }]
    },
  )
