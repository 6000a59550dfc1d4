import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'

type StatusNames = Readonly<Record<string, string>>

/** With the statuses as the workspace names them: a trace shows them as the interface does. */
export const withStatusNames = (steps: readonly TraceStep[], names: StatusNames): TraceStep[] =>
  steps.map((step) => {
    const { status, to } = step.values
    return {
      ...step,
      values: {
        ...step.values,
        ...(status !== undefined && { status: names[status] ?? status }),
        ...(to !== undefined && { to: names[to] ?? to }),
      },
    }
  })
