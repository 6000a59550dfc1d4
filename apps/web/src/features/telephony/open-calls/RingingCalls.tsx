import type { OpenCall } from '@patchbay/contract/telephony/workspace/open-calls'
import { useQuery } from '@tanstack/react-query'
import { joinFacts } from '../../../lib/bidi.ts'
import { useWallTexts } from '../../../texts/wall.ts'
import { WallPanel, WallQuiet, WallRow, WallRows, WallSince } from '../../../ui/Wall.tsx'
import { missedCallsQuery } from '../missed-calls/queries.ts'
import { openCallsQuery } from './queries.ts'

type Props = { managerName: (id: number) => string; levelSeconds: number | undefined }

const MOST = 5

/** On the wall: the callers who wait, and how many wait for a call back. */
export const RingingCalls = ({ managerName, levelSeconds }: Props) => {
  const texts = useWallTexts()
  const calls = useQuery(openCallsQuery).data?.calls
  const toReturn = useQuery(missedCallsQuery).data?.missedCalls.count
  const ringing = calls?.filter(({ state }) => state === 'ringing')
  const where = ({ userIds, direction }: OpenCall) => {
    if (userIds.length === 0) return texts.inQueue
    const names = joinFacts(userIds.map(managerName), ', ')
    return direction === 'out' ? `${texts.outgoing} · ${names}` : texts.ringsAt(names)
  }
  return (
    <WallPanel
      title={texts.ringing}
      count={ringing?.length ?? '–'}
      tone={ringing?.length ? 'info' : undefined}
      foot={
        <>
          <span>{texts.toReturn}</span>
          <b>{toReturn ?? '–'}</b>
        </>
      }
    >
      {ringing?.length === 0 && <WallQuiet>{texts.noCalls}</WallQuiet>}
      {ringing && ringing.length > 0 && (
        <WallRows
          items={ringing}
          most={MOST}
          row={(call) => (
            <WallRow key={call.id} tone="info" name={joinFacts([call.phone, call.shop])} details={where(call)}>
              <WallSince
                since={call.startedAt}
                label={texts.waiting}
                {...(levelSeconds !== undefined && { lateAfterSeconds: levelSeconds })}
              />
            </WallRow>
          )}
        />
      )}
    </WallPanel>
  )
}
