import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Player } from '../recordings/Player.tsx'
import { callQuery, customerCallsQuery } from './queries.ts'

type CustomerCallProps = { customerId: number; callId: number; managerName: (id: number) => string }

/** A call in its customer's timeline, as it stands now: who talked, how long, the note and the recording. */
export const CustomerCall = ({ customerId, callId, managerName }: CustomerCallProps) => {
  const { calls: texts } = useTexts()
  const format = useFormat()
  const latest = useQuery(customerCallsQuery(customerId))
  const listed = latest.data?.calls.find(({ id }) => id === callId)
  const older = useQuery({ ...callQuery(callId), enabled: latest.isSuccess && listed === undefined })
  const call = listed ?? older.data?.call
  if (!call) return null
  const facts = [
    call.userId !== undefined && managerName(call.userId),
    call.duration !== undefined && call.duration > 0 && format.duration(call.duration),
    call.shop?.name,
  ].filter(Boolean)
  return (
    <Stack gap={2} align="flex-start">
      {facts.length > 0 && (
        <Text size="sm" c="dimmed">
          {joinFacts(facts)}
        </Text>
      )}
      {call.note && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {call.note}
        </Text>
      )}
      <Group gap="sm">
        {call.recording && <Player callId={callId} />}
        <AnchorLink to="/calls/$id" params={{ id: String(callId) }} size="xs">
          {texts.details}
        </AnchorLink>
      </Group>
    </Stack>
  )
}
