import { Stack, Text } from '@mantine/core'
import type { ListedInvoice } from '@patchbay/contract/payments/workspace/invoice-list'
import { useFormat } from '../../../lib/format.ts'
import { useNow } from '../../../lib/now.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { usePaymentTexts } from '../../../texts/payments.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import type { PaymentSearch } from './search.ts'

const TONES: Record<NonNullable<ListedInvoice['status']>, Tone> = {
  pending: 'info',
  waitingForCapture: 'warn',
  succeeded: 'good',
  canceled: 'calm',
  refundSucceeded: 'calm',
}

/** An open operation with an unknown outcome is what matters about an invoice. */
const needsAttention = ({ operation }: ListedInvoice): boolean =>
  operation?.state === 'unknown' || operation?.state === 'needs_human'

const Expiry = ({ invoice: { status, expiredAt } }: { invoice: ListedInvoice }) => {
  const texts = usePaymentTexts()
  const format = useFormat()
  const now = useNow()
  if (status !== 'waitingForCapture' || !expiredAt) return null
  const isOver = Date.parse(expiredAt) <= now
  return (
    <Text size="xs" c={isOver ? 'var(--app-bad)' : 'var(--app-warn)'}>
      {isOver ? texts.expired : texts.expires(format.ago(expiredAt, now))}
    </Text>
  )
}

const State = ({ invoice }: { invoice: ListedInvoice }) => {
  const { invoices } = useTexts()
  const texts = usePaymentTexts()
  const { status, operation } = invoice
  return (
    <Stack gap={2} align="flex-start">
      {status ? (
        <Status tone={TONES[status]}>{invoices.statuses[status]}</Status>
      ) : (
        <Status tone={invoice.failed ? 'bad' : 'warn'}>
          {invoice.failed ? invoices.failed : invoices.unconfirmed}
        </Status>
      )}
      <Expiry invoice={invoice} />
      {operation && (
        <Text size="xs" c={needsAttention(invoice) ? 'var(--app-bad)' : 'dimmed'}>
          {texts.operation[operation.kind]}: {texts.operationState[operation.state] ?? operation.state}
        </Text>
      )}
    </Stack>
  )
}

type ListProps = {
  invoices: ListedInvoice[]
  search: PaymentSearch
  managerName: (id: number) => string
  onMore: (() => void) | undefined
  loadingMore: boolean
}

const useColumns = ({ search, managerName }: Pick<ListProps, 'search' | 'managerName'>): Column<ListedInvoice>[] => {
  const { order, customers } = useTexts()
  const texts = usePaymentTexts()
  const format = useFormat()
  const money = ({ amount, currency }: { amount: string; currency: string }) => format.money(amount, currency)
  return [
    {
      key: 'order',
      head: texts.order,
      cell: (invoice) => (
        <>
          <RowLink to="/payments" search={{ ...search, invoice: invoice.id }} resetScroll={false}>
            {order.title(invoice.orderNumber)}
          </RowLink>
          <Text size="xs" c="dimmed">
            {invoice.customerName || customers.nameless}
          </Text>
        </>
      ),
    },
    { key: 'status', head: texts.status, cell: (invoice) => <State invoice={invoice} /> },
    {
      key: 'shop',
      head: customers.shop,
      wideOnly: true,
      cell: ({ shop, module }) => (
        <>
          {shop?.name ?? '—'}
          <Text size="xs" c="dimmed">
            {module.name || module.code}
          </Text>
        </>
      ),
    },
    {
      key: 'manager',
      head: customers.manager,
      wideOnly: true,
      cell: ({ managerId }) => (managerId === undefined ? '—' : managerName(managerId)),
    },
    {
      key: 'amount',
      head: texts.amount,
      numeric: true,
      cell: (invoice) => (
        <>
          {money(invoice)}
          {!/^0(\.0+)?$/.test(invoice.refunded) && (
            <Text size="xs" c="dimmed">
              {texts.refunded(money({ ...invoice, amount: invoice.refunded }))}
            </Text>
          )}
        </>
      ),
    },
    { key: 'when', head: texts.when, wideOnly: true, numeric: true, cell: ({ createdAt }) => format.moment(createdAt) },
  ]
}

export const InvoiceList = ({ invoices, onMore, loadingMore, ...of }: ListProps) => {
  const { shell } = useTexts()
  return (
    <DataList
      label={shell.payments}
      rows={invoices}
      columns={useColumns(of)}
      rowKey={({ id, operation }) => `${id} ${operation?.at ?? ''}`}
      onMore={onMore}
      loadingMore={loadingMore}
    />
  )
}
