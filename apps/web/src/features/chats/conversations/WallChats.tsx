import { MOST_COUNTED } from '@patchbay/contract/base/constants'
import { useQuery } from '@tanstack/react-query'
import { useWallTexts } from '../../../texts/wall.ts'
import { WallPanel, WallQuiet, WallRow, WallRows, WallSince } from '../../../ui/Wall.tsx'
import { waitingChatsQuery } from './queries.ts'

const MOST = 5
const LATE_SECONDS = 10 * 60

/** On the wall: where customers wait for a reply. Their names and messages stay in the workspace (D-131). */
export const WallChats = ({ managerName }: { managerName: (id: number) => string }) => {
  const texts = useWallTexts()
  const waiting = useQuery(waitingChatsQuery).data?.waiting
  const count = waiting?.count ?? 0
  return (
    <WallPanel
      title={texts.chats}
      count={waiting === undefined ? '–' : count < MOST_COUNTED ? count : `${MOST_COUNTED - 1}+`}
      tone={count > 0 ? 'warn' : undefined}
    >
      {waiting?.count === 0 && <WallQuiet>{texts.noChats}</WallQuiet>}
      {waiting && count > 0 && (
        <WallRows
          items={waiting.items}
          most={MOST}
          all={count}
          row={({ chat, waitingSince }) => (
            <WallRow
              key={chat.id}
              tone="warn"
              name={chat.channel.name}
              details={chat.managerId === undefined ? texts.unassigned : managerName(chat.managerId)}
            >
              <WallSince since={waitingSince} label={texts.waiting} lateAfterSeconds={LATE_SECONDS} />
            </WallRow>
          )}
        />
      )}
    </WallPanel>
  )
}
