import { Button, List, Popover, Text } from '@mantine/core'
import type { RoutingDecision } from '@patchbay/contract/platform/workspace/routing'
import { useFormat } from '../lib/format.ts'
import { useTexts } from '../texts/catalogue.ts'
import { useRoutingTexts } from '../texts/routing.ts'
import { decisionSentence, verdictSentence } from '../texts/routing-sentence.ts'

type ExplanationProps = { decision: RoutingDecision; nameOf: (userId: number) => string }

const useWords = () => ({ texts: useRoutingTexts(), statuses: useTexts().status, format: useFormat() })

/** Everyone who was not chosen, with the reason. */
export const RoutingReasons = ({ decision, nameOf }: ExplanationProps) => {
  const words = useWords()
  const others = decision.candidates.filter(({ verdict }) => verdict.code !== 'chosen')
  return (
    <List size="xs" listStyleType="none" spacing={4}>
      {others.map(({ userId, verdict }) => (
        <List.Item key={userId}>
          <Text span size="xs" fw={600}>
            {nameOf(userId)}
          </Text>
          {`: ${verdictSentence(words, verdict)}`}
        </List.Item>
      ))}
    </List>
  )
}

/** Who was chosen and why, and in a popover why not the others. */
export const RoutingExplanation = ({ decision, nameOf }: ExplanationProps) => {
  const words = useWords()
  const hasOthers = decision.candidates.some(({ verdict }) => verdict.code !== 'chosen')
  return (
    <Text size="xs" c="dimmed" component="div">
      {decisionSentence(words, decision, nameOf)}{' '}
      {hasOthers && (
        <Popover position="bottom-start" width={320} shadow="md" withinPortal trapFocus returnFocus>
          <Popover.Target>
            <Button size="compact-xs" variant="transparent" px={0}>
              {decision.userId === undefined ? words.texts.nobody : words.texts.others}
            </Button>
          </Popover.Target>
          <Popover.Dropdown mah={320} style={{ overflowY: 'auto' }} tabIndex={0} aria-label={words.texts.others}>
            <RoutingReasons decision={decision} nameOf={nameOf} />
          </Popover.Dropdown>
        </Popover>
      )}
    </Text>
  )
}
