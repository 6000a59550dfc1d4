import { IconCalendarCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DayList } from '../../features/payments/payment-days/DayList.tsx'
import { OpenDayForm } from '../../features/payments/payment-days/OpenDayForm.tsx'
import { paymentDaysQuery } from '../../features/payments/payment-days/queries.ts'
import { meQuery } from '../../lib/me.ts'
import { usePaymentDayTexts } from '../../texts/payment-days.ts'
import { useReportTexts } from '../../texts/reports.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'
import { UpLink } from '../../ui/links.tsx'

/** Choose a provider and a day; the days that were opened before are below. */
export const PaymentDaysPage = () => {
  const texts = usePaymentDayTexts()
  const reports = useReportTexts()
  const navigate = useNavigate()
  const { me } = useSuspenseQuery(meQuery).data
  const found = useInfiniteQuery(paymentDaysQuery)
  const days = found.data?.pages.flatMap((page) => page.days) ?? []
  const modules = found.data?.pages[0]?.modules ?? []
  const goTo = (id: number) => void navigate({ to: '/reports/days/$dayId', params: { dayId: String(id) } })
  const hasModules = modules.length > 0
  return (
    <ListPage
      title={texts.title}
      up={<UpLink to="/reports/payments">{reports.payments.title}</UpLink>}
      about={texts.about}
      query={found}
      rows={days}
      filters={
        me.role === 'admin' && hasModules ? (
          <OpenDayForm modules={modules} timezone={me.timezone} onOpened={goTo} />
        ) : undefined
      }
      empty={{
        icon: IconCalendarCheck,
        title: hasModules ? texts.none : texts.noModules,
        what: hasModules ? texts.noneWhat : texts.noModulesWhat,
      }}
    >
      <DayList days={days} {...moreOf(found)} />
    </ListPage>
  )
}
