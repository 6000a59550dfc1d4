import { money } from '@patchbay/contract/base/money'
import type {
  CurrencyStatistics,
  PaymentFigures,
  PaymentStatistics,
} from '@patchbay/contract/payments/workspace/payment-statistics'
import { DURATION_BOUNDS } from '@patchbay/contract/platform/histograms'
import { type Format, useFormat } from '../../../lib/format.ts'
import { useReportTexts } from '../../../texts/reports.ts'
import { durationColumns, shareText } from '../../../ui/duration-columns.ts'
import { type Figure, FigureTiles } from '../../../ui/FigureTiles.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { ReportChart } from '../../../ui/ReportChart.tsx'
import { ReportTable } from '../../../ui/ReportTable.tsx'
import { Section } from '../../../ui/Section.tsx'
import { paymentTarget } from './payment-targets.ts'
import type { PaymentReportSearch } from './search.ts'

type Period = PaymentStatistics['period']
type Part = Pick<PaymentReportSearch, 'site' | 'type' | 'module'>
type CurrencyProps = { statistics: CurrencyStatistics; period: Period; part: Part }

const BREAKDOWNS = ['shop', 'type', 'module'] as const
const FIGURES = [
  { counted: 'issued', count: 'issued', amount: 'issuedAmount' },
  { counted: 'paid', count: 'paid', amount: 'paidAmount' },
  { counted: 'held', count: 'held', amount: 'heldAmount' },
  { counted: 'refunded', count: 'refunds', amount: 'refundedAmount' },
] as const

const useTiles = ({ statistics, period, part }: CurrencyProps): Figure[] => {
  const texts = useReportTexts()
  const format = useFormat()
  const { currency, total, heldNow, paymentTimes } = statistics
  // Of all: what is on hold at this moment is not kept by shop.
  const isLimited = Object.values(part).some((value) => value !== undefined)
  const heldTile: Figure = {
    name: texts.payments.heldNow,
    text: format.money(heldNow.amount, currency),
    hint: heldNow.firstExpiry
      ? texts.payments.firstExpiry(format.ago(heldNow.firstExpiry))
      : format.number(heldNow.count),
    target: { to: '/payments', search: { list: 'held', currency } },
  }
  const median = shareText(paymentTimes, DURATION_BOUNDS, 0.5, { format, texts })
  return [
    ...FIGURES.map(({ counted, count, amount }) => ({
      name: texts.payments[counted],
      text: format.money(total[amount], currency),
      hint: format.number(total[count]),
      target: paymentTarget(period, currency, counted, part),
    })),
    {
      name: texts.payments.conversion,
      text: format.share(total.converted, total.issued),
      hint: texts.payments.conversionWhat(format.number(total.converted), format.number(total.issued)),
      target: paymentTarget(period, currency, 'converted', part),
    },
    {
      name: texts.median,
      text: median,
      hint: texts.payments.times(currency),
      target: paymentTarget(period, currency, 'paid', part),
    },
    ...(isLimited ? [] : [heldTile]),
  ]
}

const ByDay = ({ statistics, period: _period, part }: CurrencyProps) => {
  const texts = useReportTexts()
  const format = useFormat()
  const { currency, days } = statistics
  return (
    <ReportChart
      title={texts.payments.byDay(currency)}
      columnName={texts.day}
      series={[
        { name: texts.payments.paid, tone: 'good' },
        { name: texts.payments.refunded, tone: 'warn' },
      ]}
      columns={days.map(({ day, figures }) => ({
        key: day,
        name: format.local(day, true),
        label: day.slice(8),
        bars: (['paid', 'refunded'] as const).map((counted) => {
          const amount = counted === 'paid' ? figures.paidAmount : figures.refundedAmount
          const value = money(amount, currency)
          const target = paymentTarget({ from: day, to: day }, currency, counted, part)
          return { value, text: format.money(amount, currency), plain: amount, ...(value > 0 && { target }) }
        }),
      }))}
    />
  )
}

const cellsOf = (
  figures: PaymentFigures,
  format: Format,
  { currency, period, part }: { currency: string; period: Period; part: Part },
) => [
  ...FIGURES.flatMap(({ counted, count, amount }) => {
    const target = figures[count] > 0 ? paymentTarget(period, currency, counted, part) : undefined
    return [
      { text: format.number(figures[count]), plain: String(figures[count]), target },
      { text: format.money(figures[amount], currency), plain: figures[amount], target },
    ]
  }),
  {
    text: format.share(figures.converted, figures.issued),
    ...(figures.converted > 0 && { target: paymentTarget(period, currency, 'converted', part) }),
  },
]

const Breakdowns = ({ statistics, period }: CurrencyProps) => {
  const texts = useReportTexts()
  const format = useFormat()
  const { currency, breakdowns } = statistics
  return BREAKDOWNS.map((by) => {
    const parts = breakdowns.filter((one) => one.by === by)
    if (parts.length === 0) return null
    const title = texts.payments.inCurrency(texts.by[by], currency)
    return (
      <Section key={by} title={title}>
        <ReportTable
          caption={title}
          columns={[
            texts.one[by],
            ...FIGURES.flatMap(({ counted }) => [
              texts.payments[counted],
              texts.payments.amount(texts.payments[counted]),
            ]),
            texts.payments.conversion,
          ]}
          rows={parts.map(({ value, name = value, figures }) => {
            const part: Part = by === 'shop' ? { site: value } : { [by]: value }
            return {
              key: value,
              name,
              head: (
                <AnchorLink to="/reports/payments" search={{ ...period, ...part }} inherit>
                  {name}
                </AnchorLink>
              ),
              cells: cellsOf(figures, format, { currency, period, part }),
            }
          })}
        />
      </Section>
    )
  })
}

/** The report in one currency: amounts of different currencies are never added up. */
export const PaymentReport = (props: CurrencyProps) => {
  const texts = useReportTexts()
  const format = useFormat()
  const { statistics, period, part } = props
  const { currency, paymentTimes } = statistics
  return (
    <>
      <FigureTiles figures={useTiles(props)} />
      <ByDay {...props} />
      <ReportChart
        title={texts.payments.times(currency)}
        columnName={texts.duration}
        series={[{ name: texts.payments.paid, tone: 'info' }]}
        columns={durationColumns(
          DURATION_BOUNDS,
          [
            {
              counts: paymentTimes,
              targetOf: ({ over, to }) =>
                paymentTarget(period, currency, 'paid', { ...part, paidOver: over, paidTo: to }),
            },
          ],
          { format, texts },
        )}
      />
      <Breakdowns {...props} />
    </>
  )
}
