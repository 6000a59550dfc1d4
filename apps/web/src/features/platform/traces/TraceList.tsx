import { Text } from '@mantine/core'
import type { RoutingDecision } from '@patchbay/contract/platform/workspace/routing'
import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { resultText } from '../../../lib/result-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useRoutingTexts } from '../../../texts/routing.ts'
import { resultSentence } from '../../../texts/routing-sentence.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { useTraceTexts } from '../../../texts/traces.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { RoutingReasons } from '../../../ui/RoutingExplanation.tsx'
import { type NameOf, useStepInput } from './step-input.ts'
import styles from './TraceList.module.css'

type TraceListProps = {
  label: string
  steps: TraceStep[]
  nameOf: NameOf
  /** For what took days: the day instead of the milliseconds. */
  withDate?: boolean
}

const toneOf = ({ ok }: TraceStep) => (ok === undefined ? 'calm' : ok ? 'good' : 'bad')

/** Why the chosen one or nobody, and why not the others. */
const RoutingSteps = ({ decision, nameOf }: { decision: RoutingDecision } & Pick<TraceListProps, 'nameOf'>) => {
  const words = { texts: useRoutingTexts(), statuses: useTexts().status, format: useFormat() }
  return (
    <>
      <Text size="xs" c="dimmed">
        {resultSentence(words, decision.result)}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        <RoutingReasons decision={decision} nameOf={nameOf} />
      </Text>
    </>
  )
}

type StepProps = { step: TraceStep; nameOf: NameOf; withDate: boolean }

const Step = ({ step, nameOf, withDate }: StepProps) => {
  const texts = useTraceTexts()
  const setUp = useSetUpTexts()
  const format = useFormat()
  const input = useStepInput(nameOf)(step)
  const { values } = input
  const sentence = texts.steps[step.step]?.(input) ?? step.step
  const data = texts.details[step.step]?.(input) ?? values.said ?? (step.result && resultText(setUp, step.result))
  const detail = [data, step.ms !== undefined && texts.took(step.ms)].filter(Boolean)
  return (
    <li className={styles.step}>
      <Text size="xs" c="dimmed" className={`tabular ${styles.when}`} pt={2}>
        <time dateTime={step.at} title={format.exact(step.at)}>
          {withDate ? format.moment(step.at) : format.precise(step.at)}
        </time>
      </Text>
      <span className={styles.dot} aria-hidden>
        <span style={{ background: `var(--app-${toneOf(step)})` }} />
      </span>
      <div className={styles.what} style={{ minWidth: 0 }}>
        <Text size="sm" fw={500}>
          {sentence}
        </Text>
        {detail.length > 0 && (
          <Text size="xs" c="dimmed">
            {joinFacts(detail)}
          </Text>
        )}
        {step.routing && <RoutingSteps decision={step.routing} nameOf={nameOf} />}
      </div>
      {step.exchangeId !== undefined && (
        <AnchorLink to="/traffic" search={{ open: step.exchangeId }} size="xs" className={styles.link}>
          {texts.exchange}
        </AnchorLink>
      )}
    </li>
  )
}

/** The steps in order, each with its time. */
export const TraceList = ({ label, steps, nameOf, withDate = false }: TraceListProps) => (
  <ol className={`${styles.list} ${withDate ? styles.dated : ''}`} aria-label={label}>
    {steps.map((step, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: steps are never reordered, and two may be equal
      <Step key={index} step={step} nameOf={nameOf} withDate={withDate} />
    ))}
  </ol>
)
