import { List, Text } from '@mantine/core'
import type { TraceVerdict } from '@patchbay/contract/platform/workspace/traces'
import { useTraceTexts } from '../../../texts/traces.ts'
import { Status } from '../../../ui/Status.tsx'
import { type NameOf, useStepInput } from './step-input.ts'

type VerdictsProps = { label: string; verdicts: TraceVerdict[]; nameOf: NameOf }

const toneOf = ({ ok }: TraceVerdict) => (ok === undefined ? 'info' : ok ? 'good' : 'bad')

/** What came of it, before how it came to it. */
export const TraceVerdicts = ({ label, verdicts, nameOf }: VerdictsProps) => {
  const texts = useTraceTexts()
  const inputOf = useStepInput(nameOf)
  return (
    <List listStyleType="none" spacing={4} mb="lg" aria-label={label}>
      {verdicts.map((verdict) => (
        <List.Item key={verdict.code}>
          <Status tone={toneOf(verdict)}>
            <Text span fw={600}>
              {texts.verdicts[verdict.code]?.(inputOf(verdict, '')) ?? verdict.code}
            </Text>
          </Status>
        </List.Item>
      ))}
    </List>
  )
}
