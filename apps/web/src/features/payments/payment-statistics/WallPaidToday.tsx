import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format.ts'
import { useWallTexts } from '../../../texts/wall.ts'
import { WallFigure } from '../../../ui/Wall.tsx'
import { paymentReportQuery } from './queries.ts'

/** Of today, on the wall: each currency by itself. Live events say when to read it again. */
export const WallPaidToday = ({ day }: { day: string }) => {
  const texts = useWallTexts()
  const format = useFormat()
  const { data } = useQuery({ ...paymentReportQuery({ from: day, to: day }), refetchInterval: false })
  const paid = data?.statistics.currencies.filter(({ total }) => total.paid > 0)
  return (
    <WallFigure name={texts.paid} small>
      {paid === undefined && <dd>–</dd>}
      {paid?.length === 0 && <dd>{texts.nothingPaid}</dd>}
      {paid?.map(({ currency, total }) => (
        <dd key={currency}>{format.money(total.paidAmount, currency)}</dd>
      ))}
    </WallFigure>
  )
}
