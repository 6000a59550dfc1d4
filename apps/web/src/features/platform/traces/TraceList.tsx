import { Text } from '@mantine/core'
import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useTraceTexts } from '../../../texts/traces.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import styles from './TraceList.module.css'

type TraceListProps = { label: string; steps: TraceStep[]; nameOf: (userId: number) => string }

const toneOf = ({ ok }: TraceStep) => (ok === undefined ? 'calm' : ok ? 'good' : 'bad')

/** 102 → Bruno Costa; an extension that nobody has stands alone. */
const peopleOf = ({ who = [] }: TraceStep, nameOf: TraceListProps['nameOf'], nobody: string): string =>
  who
    .map(({ code, userId }) => {
      const name = userId === undefined ? nobody : nameOf(userId)
      return code === undefined ? name : `${code} → ${name}`
    })
    .join(', ')

/** Invoice statuses are said as everywhere else in the workspace. */
const useReadable = () => {
  const { invoices } = useTexts()
  const statuses = invoices.statuses as Record<string, string>
  return ({ values }: TraceStep): TraceStep['values'] => ({
    ...values,
    ...(values.to !== undefined && { to: statuses[values.to] ?? values.to }),
    ...(values.status !== undefined && { status: statuses[values.status] ?? values.status }),
  })
}

const Step = ({ step, nameOf }: { step: TraceStep } & Pick<TraceListProps, 'nameOf'>) => {
  const texts = useTraceTexts()
  const { customers } = useTexts()
  const format = useFormat()
  const values = useReadable()(step)
  const who = peopleOf(step, nameOf, customers.nobody)
  const sentence = texts.steps[step.step]?.({ values, who, ok: step.ok }) ?? step.step
  const said = step.step === 'event.received' || step.who !== undefined ? undefined : values.says
  const detail = [said ?? values.said ?? values.verdict, step.ms !== undefined && texts.took(step.ms)].filter(Boolean)
  return (
    <li className={styles.step}>
      <Text size="xs" c="dimmed" className={`tabular ${styles.when}`} pt={2}>
        <time dateTime={step.at} title={format.exact(step.at)}>
          {format.precise(step.at)}
        </time>
      </Text>
      <span className={styles.dot} aria-hidden>
        <span style={{ background: `var(--app-${toneOf(step)})` }} />
      </span>
      <div className={styles.what} style={{ minWidth: 0 }}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {sentence}
        </Text>
        {detail.length > 0 && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {detail.join(' · ')}
          </Text>
        )}
      </div>
      {step.exchangeId !== undefined && (
        <AnchorLink to="/traffic" search={{ open: step.exchangeId }} size="xs" className={styles.link}>
          {texts.exchange}
        </AnchorLink>
      )}
    </li>
  )
}

/** What happened, one under the other, with the moment of each. */
export const TraceList = ({ label, steps, nameOf }: TraceListProps) => (
  <ol className={styles.list} aria-label={label}>
    {steps.map((step, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: steps are never moved, and two may be the same
      <Step key={index} step={step} nameOf={nameOf} />
    ))}
  </ol>
)
