import type { MissedCall } from '@patchbay/contract/telephony/workspace/missed-calls'
import { useQuery } from '@tanstack/react-query'
import { joinFacts } from '../../../lib/bidi.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useHomeTexts } from '../../../texts/home.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { Deadline, Elapsed, WaitingList, WaitingRow } from '../../../ui/WaitingList.tsx'
import { CallButton } from '../click-to-call/Phone.tsx'
import { missedCallsQuery } from './queries.ts'

const Caller = ({ call: { callId, customerName, phone } }: { call: MissedCall }) => {
  const name = customerName || phone
  return callId === undefined ? (
    <RowLink to="/tasks" search={{ of: 'all' }}>
      {name}
    </RowLink>
  ) : (
    <RowLink to="/calls/$id" params={{ id: String(callId) }}>
      {name}
    </RowLink>
  )
}

type MissedCallsProps = { managerName: (id: number) => string }

/** D-25: callers whom nobody has called back yet. */
export const MissedCalls = ({ managerName }: MissedCallsProps) => {
  const { missed: texts } = useHomeTexts()
  const { calls } = useTexts()
  const { data, error } = useQuery(missedCallsQuery)
  const details = ({ customerName, phone, performerId }: MissedCall) =>
    joinFacts([customerName ? phone : calls.unknown, performerId !== undefined && managerName(performerId)])
  return (
    <WaitingList
      title={texts.title}
      list={data?.missedCalls}
      error={error}
      empty={texts.empty}
      tone="bad"
      all={
        <AnchorLink to="/calls" search={{ missed: true }} size="sm">
          {texts.all}
        </AnchorLink>
      }
      row={(call) => (
        <WaitingRow
          key={call.taskId}
          link={<Caller call={call} />}
          details={details(call)}
          aside={
            call.dueAt === undefined ? (
              <Elapsed since={call.calledAt} label={texts.called} />
            ) : (
              <Deadline at={call.dueAt} text={texts.due} />
            )
          }
          actions={
            <CallButton number={call.phone} {...(call.customerId !== undefined && { customerId: call.customerId })} />
          }
        />
      )}
    />
  )
}
