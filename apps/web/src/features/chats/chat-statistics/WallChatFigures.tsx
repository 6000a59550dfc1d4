import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format.ts'
import { useWallTexts } from '../../../texts/wall.ts'
import { WallFigure } from '../../../ui/Wall.tsx'
import { chatReportQuery } from './queries.ts'

/** Of today, on the wall. Live events say when to read it again. */
export const WallChatFigures = ({ day }: { day: string }) => {
  const texts = useWallTexts()
  const format = useFormat()
  const { data } = useQuery({ ...chatReportQuery({ from: day, to: day }), refetchInterval: false })
  const total = data?.statistics.total
  return (
    <>
      <WallFigure name={texts.opened}>
        <dd>{total ? format.number(total.opened) : '–'}</dd>
      </WallFigure>
      <WallFigure name={texts.closed}>
        <dd>{total ? format.number(total.closed) : '–'}</dd>
      </WallFigure>
    </>
  )
}
