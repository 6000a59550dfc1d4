import { type Bounds, boundOfShare } from '@patchbay/contract/platform/histograms'
import type { Format } from '../lib/format.ts'
import type { ReportTexts } from '../texts/reports.ts'
import type { FigureTarget } from './FigureLink.tsx'
import type { ChartColumn } from './ReportChart.tsx'

type Bucket = { over: number; to: number | undefined }

/** The columns of a histogram: one for each bucket, with one bar for each of the series. */
export const durationColumns = (
  bounds: Bounds,
  series: { counts: readonly number[]; targetOf: (bucket: Bucket) => FigureTarget }[],
  { format, texts }: { format: Format; texts: Pick<ReportTexts, 'upTo' | 'over'> },
): ChartColumn[] =>
  [...bounds, undefined].map((to, place) => {
    const over = bounds[place - 1] ?? 0
    const name = to === undefined ? texts.over(format.span(over)) : texts.upTo(format.span(to))
    return {
      key: String(place),
      name,
      label: to === undefined ? name : format.span(to),
      bars: series.map(({ counts, targetOf }) => {
        const value = counts[place] ?? 0
        return {
          value,
          text: format.number(value),
          plain: String(value),
          ...(value > 0 && { target: targetOf({ over, to }) }),
        }
      }),
    }
  })

/** "within 2 min": the bound within which this share lies. */
export const shareText = (
  counts: readonly number[],
  bounds: Bounds,
  share: number,
  { format, texts }: { format: Format; texts: Pick<ReportTexts, 'within' | 'longer'> },
): string => {
  const bound = boundOfShare(counts, bounds, share)
  if (bound === undefined) return '–'
  return Number.isFinite(bound) ? texts.within(format.span(bound)) : texts.longer(format.span(bounds.at(-1) ?? 0))
}
