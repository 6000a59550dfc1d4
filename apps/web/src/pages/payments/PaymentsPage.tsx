import { IconCash } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { orderQuery } from '../../features/crm/orders/queries.ts'
import { useReferences } from '../../features/crm/references/queries.ts'
import { modulesQuery } from '../../features/integration-modules/health/queries.ts'
import { withStatusNames } from '../../features/payments/invoice-list/history-steps.ts'
import { InvoiceList } from '../../features/payments/invoice-list/InvoiceList.tsx'
import { InvoicePanel } from '../../features/payments/invoice-list/InvoicePanel.tsx'
import { InvoiceSums } from '../../features/payments/invoice-list/InvoiceSums.tsx'
import { PaymentFilters, PaymentTabs } from '../../features/payments/invoice-list/PaymentFilters.tsx'
import { invoiceFilter, invoiceHistoryQuery, invoiceListQuery } from '../../features/payments/invoice-list/queries.ts'
import type { PaymentSearch } from '../../features/payments/invoice-list/search.ts'
import { ExportButton } from '../../features/platform/exports/ExportButton.tsx'
import { TraceLink } from '../../features/platform/traces/TraceLink.tsx'
import { TraceList } from '../../features/platform/traces/TraceList.tsx'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { meQuery } from '../../lib/me.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { usePaymentTexts } from '../../texts/payments.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'

/** The invoice beside the list, wherever a change has moved it. */
const useOpenInvoice = (invoiceId: string | undefined) => {
  const history = useQuery({ ...invoiceHistoryQuery(invoiceId ?? ''), enabled: invoiceId !== undefined })
  const orderId = history.data?.orderId
  const order = useQuery({ ...orderQuery(orderId ?? 0), enabled: orderId !== undefined }).data?.order
  return { history, email: order?.email ?? '' }
}

export const PaymentsPage = () => {
  const { shell, invoices: invoiceTexts } = useTexts()
  const texts = usePaymentTexts()
  const search = useSearch({ from: '/workspace/payments' })
  const navigate = useNavigate({ from: '/payments' })
  const { me } = useSuspenseQuery(meQuery).data
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const { modules } = useSuspenseQuery(modulesQuery).data
  const { shops } = useReferences()
  const managerName = useColleagueName()
  const found = useInfiniteQuery({ ...invoiceListQuery(search), placeholderData: keepPreviousData })
  const invoices = found.data?.pages.flatMap((page) => page.invoices) ?? []
  const { sums = [], partial = false } = found.data?.pages[0] ?? {}
  const open = useOpenInvoice(search.invoice)
  const go = (next: PaymentSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const { list: _list, invoice: _open, ...filters } = search
  return (
    <ListPage
      title={shell.payments}
      about={search.counted ? texts.fromReport : texts.about}
      actions={
        <ExportButton
          list="payments"
          query={invoiceFilter(search)}
          labels={{ status: { ...invoiceTexts.statuses, failed: invoiceTexts.failed } }}
        />
      }
      query={found}
      rows={invoices}
      filters={
        <>
          <PaymentTabs search={search} onChange={go} />
          <PaymentFilters
            search={search}
            shops={shops.map(({ code, name }) => ({ value: code, label: name }))}
            modules={modules.map(({ code, name }) => ({ value: code, label: name }))}
            managers={colleagues.map(({ id }) => ({ value: String(id), label: managerName(id) }))}
            onChange={go}
          />
          <InvoiceSums sums={sums} partial={partial} />
        </>
      }
      filtered={search.list !== 'all' || Object.values(filters).some((value) => value !== undefined)}
      empty={{ icon: IconCash, title: texts.emptyTitle, what: texts.emptyWhat }}
      panels={
        <InvoicePanel
          invoiceId={search.invoice}
          {...open}
          steps={(steps) => (
            <TraceList
              label={texts.history}
              steps={withStatusNames(steps, invoiceTexts.statuses)}
              nameOf={managerName}
              withDate
            />
          )}
          below={(id) => me.role === 'admin' && <TraceLink of="invoice" id={id} />}
          onClose={() => go({ ...search, invoice: undefined })}
        />
      }
    >
      <InvoiceList invoices={invoices} search={search} managerName={managerName} {...moreOf(found)} />
    </ListPage>
  )
}
