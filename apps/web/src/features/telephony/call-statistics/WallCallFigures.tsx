import type { CallFigures } from '@patchbay/contract/telephony/workspace/call-statistics'
import { useFormat } from '../../../lib/format.ts'
import { useWallTexts } from '../../../texts/wall.ts'
import { WallFigure } from '../../../ui/Wall.tsx'

/** Of today, on the wall. */
export const WallCallFigures = ({ figures }: { figures: CallFigures | undefined }) => {
  const texts = useWallTexts()
  const format = useFormat()
  const number = (count: number | undefined) => (count === undefined ? '–' : format.number(count))
  return (
    <>
      <WallFigure name={texts.answered} tone="good">
        <dd>{number(figures?.answered)}</dd>
      </WallFigure>
      <WallFigure name={texts.missed} tone={figures?.missed ? 'bad' : undefined}>
        <dd>{number(figures?.missed)}</dd>
      </WallFigure>
      <WallFigure name={texts.level}>
        <dd>{figures ? format.share(figures.withinLevel, figures.levelOf) : '–'}</dd>
      </WallFigure>
    </>
  )
}
