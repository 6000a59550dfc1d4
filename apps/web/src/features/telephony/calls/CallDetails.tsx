import { List, Skeleton, Stack, Text } from '@mantine/core'
import type { CallSummary } from '@patchbay/contract/telephony/workspace/calls'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useCallCardTexts } from '../../../texts/call-card.ts'
import { useCallPageTexts } from '../../../texts/call-pages.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { Section } from '../../../ui/Section.tsx'
import { CardNote } from '../call-cards/CardNote.tsx'
import { Player, type PlayerControl } from '../recordings/Player.tsx'
import { Transcript } from '../transcripts/Transcript.tsx'
import { CallResult } from './CallResult.tsx'

type DetailsProps = {
  call: CallSummary
  managerName: (id: number) => string
  customer: ReactNode
  /** The second at which the recording begins to play: somebody followed a word of the transcript. */
  playFrom: number | undefined
}

const secondsOf = ({ answeredAt, to }: CallSummary['legs'][number]): number | undefined =>
  answeredAt === undefined || to === undefined ? undefined : (Date.parse(to) - Date.parse(answeredAt)) / 1000

/** D-25: where the call rang, in order, and who talked how long. */
const Legs = ({ call, managerName }: Pick<DetailsProps, 'call' | 'managerName'>) => {
  const { calls: texts, customers } = useTexts()
  const format = useFormat()
  return (
    <List size="sm" listStyleType="none" spacing={6}>
      {call.legs.map((leg) => {
        const seconds = secondsOf(leg)
        const name = leg.userId === undefined ? customers.unassigned : managerName(leg.userId)
        const end = leg.to === undefined ? texts[leg.answeredAt ? 'talking' : 'ringing'] : texts.notAnswered
        return (
          <List.Item key={`${leg.from} ${leg.userId ?? ''} ${leg.code ?? ''}`}>
            {joinFacts([leg.code, name])}
            <Text span size="sm" c="dimmed">
              {' '}
              {format.exact(leg.from)}, {seconds === undefined ? end : texts.talked(format.duration(seconds))}
            </Text>
          </List.Item>
        )
      })}
    </List>
  )
}

const Note = ({ call }: { call: CallSummary }) => {
  const [text, setText] = useState(call.note)
  return (
    <CardNote
      callId={call.id}
      note={call.note}
      text={text}
      onType={setText}
      onSaved={() => undefined}
      onDismiss={undefined}
    />
  )
}

/** The recording and what was said in it: each follows the other. */
const Recording = ({ call, playFrom }: Pick<DetailsProps, 'call' | 'playFrom'>) => {
  const { calls: texts } = useTexts()
  const { transcript } = useCallPageTexts()
  const player = useRef<PlayerControl>(null)
  const [second, setSecond] = useState(playFrom)
  if (!call.recording && !call.transcript) return null
  return (
    <Section title={call.transcript ? transcript.title : texts.recording}>
      <Stack gap="sm">
        {call.recording && <Player callId={call.id} control={player} onTime={setSecond} />}
        {call.transcript && (
          <Suspense fallback={<Skeleton h={120} />}>
            <Transcript
              callId={call.id}
              second={second}
              onJump={call.recording ? (seconds) => player.current?.playFrom(seconds) : undefined}
            />
          </Suspense>
        )}
      </Stack>
    </Section>
  )
}

/** One call: what came of it, its legs, its recording with the transcript, and its note. */
export const CallDetails = ({ call, managerName, customer, playFrom }: DetailsProps) => {
  const { calls: texts, customers } = useTexts()
  const card = useCallCardTexts()
  const pageTexts = useCallPageTexts()
  const format = useFormat()
  return (
    <>
      <Section title={texts.details}>
        <Stack>
          <Facts
            facts={[
              [texts.result, <CallResult key="result" call={call} />],
              [texts.manager, call.userId !== undefined && managerName(call.userId)],
              [customers.name, customer],
              [texts.when, format.exact(call.startedAt)],
              [texts.duration, call.duration !== undefined && format.duration(call.duration)],
              [texts.waiting, call.durationWaiting !== undefined && format.duration(call.durationWaiting)],
              [texts.shop, call.shop?.name],
              [texts.module, call.module],
              [pageTexts.loggedByHand, call.loggedBy !== undefined && managerName(call.loggedBy)],
            ]}
          />
        </Stack>
      </Section>
      <Recording call={call} playFrom={playFrom} />
      {call.legs.length > 0 && call.loggedBy === undefined && (
        <Section title={texts.legs}>
          <Legs call={call} managerName={managerName} />
        </Section>
      )}
      <Section title={card.note}>
        <ManagersOnly otherwise={<Text size="sm">{call.note || '—'}</Text>}>
          <Note call={call} />
        </ManagersOnly>
      </Section>
    </>
  )
}
