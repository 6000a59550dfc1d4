import { Group, Highlight, Stack, Text } from '@mantine/core'
import type { CallSummary } from '@patchbay/contract/telephony/workspace/calls'
import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useCallPageTexts } from '../../../texts/call-pages.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { Phone } from '../click-to-call/Phone.tsx'
import { Player } from '../recordings/Player.tsx'
import { CallResult } from './CallResult.tsx'

type CallerProps = { call: CallSummary; name: string | undefined; words: string[] }

const Caller = ({ call, name, words }: CallerProps) => {
  const { calls: texts } = useTexts()
  const format = useFormat()
  const Icon = call.direction === 'in' ? IconPhoneIncoming : IconPhoneOutgoing
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Icon
        size={16}
        style={{ flex: 'none', marginTop: 2 }}
        role="img"
        aria-label={call.direction === 'in' ? texts.incoming : texts.outgoing}
      />
      <div style={{ minWidth: 0 }}>
        {call.customerId === undefined ? (
          <Text size="sm" c="dimmed">
            {texts.unknown}
          </Text>
        ) : (
          <RowLink to="/customers/$id" params={{ id: String(call.customerId) }}>
            {name ?? texts.customer}
          </RowLink>
        )}
        <div style={{ position: 'relative', zIndex: 1, width: 'fit-content' }}>
          <Phone number={call.phone} {...(call.customerId !== undefined && { customerId: call.customerId })} />
        </div>
        {call.shop && (
          <Text size="xs" c="dimmed">
            {texts.to(call.shop.name)}
          </Text>
        )}
        {call.note && (
          <Text size="xs" c="dimmed">
            {call.note}
          </Text>
        )}
        {call.said && (
          <Highlight size="xs" highlight={words} lineClamp={2}>
            {call.said.text}
          </Highlight>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {format.moment(call.startedAt)}
        </Text>
      </div>
    </Group>
  )
}

type CallListProps = {
  calls: CallSummary[]
  /** That were searched for in transcripts. */
  words: string[]
  managerName: (id: number) => string
  customerName: (id: number) => string | undefined
  /** Below the call's result: a link for administrators. */
  below: (call: CallSummary) => ReactNode
  onMore: (() => void) | undefined
  loadingMore: boolean
}

export const CallList = ({ calls, words, managerName, customerName, below, onMore, loadingMore }: CallListProps) => {
  const { calls: texts } = useTexts()
  const pageTexts = useCallPageTexts()
  const format = useFormat()
  const columns: Column<CallSummary>[] = [
    {
      key: 'who',
      head: texts.who,
      cell: (call) => (
        <Caller
          call={call}
          words={words}
          name={call.customerId === undefined ? undefined : customerName(call.customerId)}
        />
      ),
    },
    {
      key: 'manager',
      head: texts.manager,
      wideOnly: true,
      cell: ({ userId }) => (userId === undefined ? '—' : managerName(userId)),
    },
    {
      key: 'result',
      head: texts.result,
      cell: (call) => (
        <Stack gap={4} align="flex-start">
          <CallResult call={call} />
          {call.loggedBy !== undefined && (
            <Text size="xs" c="dimmed">
              {pageTexts.loggedByHand}
            </Text>
          )}
          <Group gap="sm">
            {call.recording && <Player callId={call.id} />}
            <AnchorLink
              to="/calls/$id"
              params={{ id: String(call.id) }}
              {...(call.said && { search: { at: call.said.at } })}
              size="xs"
              c="dimmed"
              style={{ position: 'relative', zIndex: 1 }}
            >
              {texts.details}
            </AnchorLink>
            {below(call)}
          </Group>
        </Stack>
      ),
    },
    {
      key: 'duration',
      head: texts.duration,
      wideOnly: true,
      numeric: true,
      cell: ({ duration, durationWaiting }) => (
        <>
          {!duration ? '—' : format.duration(duration)}
          {durationWaiting !== undefined && (
            <Text size="xs" c="dimmed">
              {texts.waited(format.duration(durationWaiting))}
            </Text>
          )}
        </>
      ),
    },
    { key: 'when', head: texts.when, wideOnly: true, numeric: true, cell: ({ startedAt }) => format.moment(startedAt) },
  ]
  return (
    <DataList
      label={texts.title}
      rows={calls}
      columns={columns}
      rowKey={({ id }) => id}
      onMore={onMore}
      loadingMore={loadingMore}
    />
  )
}
