import { IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { PaymentReport } from '../../features/payments/payment-statistics/PaymentReport.tsx'
import { paymentReportQuery } from '../../features/payments/payment-statistics/queries.ts'
import { useFormat } from '../../lib/format.ts'
import { useReportTexts } from '../../texts/reports.ts'
import { FigureTiles } from '../../ui/FigureTiles.tsx'
import { ReportPage } from '../../ui/ReportPage.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const PaymentReportPage = () => {
  const texts = useReportTexts()
  const format = useFormat()
  const search = useSearch({ from: '/workspace/reports/payments' })
  const query = useQuery(paymentReportQuery(search))
  const { site, type, module } = search
  const statistics = query.data?.statistics
  // Of all: what is limited to a shop has none of these.
  const open = [
    { name: texts.payments.unknownNow, count: statistics?.unknownNow ?? 0, list: 'unknown' },
    { name: texts.payments.needPerson, count: statistics?.needPersonNow ?? 0, list: 'needs-person' },
  ].filter(({ count }) => count > 0 && statistics?.filter === undefined)
  return (
    <ReportPage of="payments" search={search} query={query}>
      {open.length > 0 && (
        <FigureTiles
          figures={open.map(({ name, count, list }) => ({
            name,
            text: format.number(count),
            hint: texts.now,
            target: { to: '/payments', search: { list } },
          }))}
        />
      )}
      {statistics?.currencies.length === 0 && (
        <EmptyState icon={IconCash} title={texts.payments.none} what={texts.payments.noneWhat} />
      )}
      {statistics?.currencies.map((one) => (
        <PaymentReport key={one.currency} statistics={one} period={statistics.period} part={{ site, type, module }} />
      ))}
    </ReportPage>
  )
}
