import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import { useWallTexts } from '../../../texts/wall.ts'
import { WallPanel, WallQuiet, WallRow, WallRows, WallSince } from '../../../ui/Wall.tsx'
import { openCallsQuery } from '../open-calls/queries.ts'
import { TONES } from './statuses.ts'
import { type Member, wallTeam } from './wall-rules.ts'

const MOST = 7

/** On the wall: who is free, on a call or away, and for how long. */
export const WallTeam = ({ members }: { members: Member[] }) => {
  const texts = useWallTexts()
  const { status } = useTexts()
  const { data } = useQuery(openCallsQuery)
  const team = wallTeam(members, data?.calls ?? [])
  const free = team.filter(({ state }) => state === 'free').length
  return (
    <WallPanel
      title={texts.team}
      count={`${free} / ${team.length}`}
      tone={free > 0 ? 'good' : undefined}
      foot={
        <>
          <span>{texts.offline}</span>
          <b>{members.length - team.length}</b>
        </>
      }
    >
      {team.length === 0 && <WallQuiet>{texts.nobody}</WallQuiet>}
      <WallRows
        items={team}
        most={MOST}
        row={({ id, name, state, since }) => (
          <WallRow
            key={id}
            tone={state === 'onCall' ? 'info' : TONES[state]}
            name={name}
            details={state === 'onCall' ? texts.onCall : status[state]}
          >
            <WallSince since={since} label={texts.since} />
          </WallRow>
        )}
      />
    </WallPanel>
  )
}
