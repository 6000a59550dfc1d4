import type { TraceVerdict } from '@patchbay/contract/platform/workspace/traces'
import { joinFacts } from '../../../lib/bidi.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import type { StepValues } from '../../../texts/en/traces.ts'

export type NameOf = (userId: number) => string

/** What the sentence of a step or a verdict is made of. Invoice statuses have the same texts as in the rest of the workspace. */
export const useStepInput = (nameOf: NameOf) => {
  const { invoices, customers, discrepancies } = useTexts()
  const statuses = invoices.statuses as Record<string, string>
  const kinds = discrepancies.kinds as Record<string, string>
  return ({ values, who = [], ok }: Pick<TraceVerdict, 'values' | 'who' | 'ok'>, unassigned = customers.unassigned) => {
    const people = who.map(({ code, userId }) => {
      const name = userId === undefined ? unassigned : nameOf(userId)
      return [code, name].filter(Boolean).join(' → ')
    })
    const input: StepValues = {
      values: {
        ...values,
        ...(values.kind !== undefined && { kind: kinds[values.kind] ?? values.kind }),
        ...(values.to !== undefined && { to: statuses[values.to] ?? values.to }),
        ...(values.status !== undefined && { status: statuses[values.status] ?? values.status }),
      },
      who: joinFacts(people, ', '),
      several: people.length > 1,
      ok,
    }
    return input
  }
}
