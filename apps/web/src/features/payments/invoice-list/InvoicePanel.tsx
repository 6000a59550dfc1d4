import { Drawer, Stack, Text, Title } from '@mantine/core'
import type { ReplyOf } from '@patchbay/contract/base/endpoint'
import type { getInvoiceHistory } from '@patchbay/contract/payments/workspace/invoice-list'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { usePaymentTexts } from '../../../texts/payments.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { Invoice } from '../invoices/Invoice.tsx'
import { invoicesQuery } from '../invoices/queries.ts'

export type InvoiceHistory = ReplyOf<typeof getInvoiceHistory>

type PanelProps = {
  invoiceId: string | undefined
  history: { data: InvoiceHistory | undefined; error: unknown; refetch: () => unknown }
  /** Of the order: the payment link is sent there. */
  email: string
  /** The steps as a list; a feature of another area. */
  steps: (steps: InvoiceHistory['steps']) => ReactNode
  below: (invoiceId: string) => ReactNode
  onClose: () => void
}

type ContentProps = Pick<PanelProps, 'email' | 'steps' | 'below'> & { invoiceId: string; history: InvoiceHistory }

const Content = ({ invoiceId, history, email, steps, below }: ContentProps) => {
  const texts = usePaymentTexts()
  const { orderId } = history
  const invoices = useQuery(invoicesQuery(orderId))
  const invoice = invoices.data?.invoices.find(({ id }) => id === invoiceId)
  return (
    <Stack>
      <AnchorLink to="/orders/$id" params={{ id: String(orderId) }} size="sm">
        {texts.openOrder}
      </AnchorLink>
      {invoices.error && <ErrorState error={invoices.error} onRetry={() => void invoices.refetch()} />}
      {invoice && <Invoice invoice={invoice} email={email} below={below(invoiceId)} />}
      <section aria-label={texts.history}>
        <Title order={3} size="h4" mb="xs">
          {texts.history}
        </Title>
        <Suspense fallback={<PageSkeleton />}>{steps(history.steps)}</Suspense>
      </section>
    </Stack>
  )
}

/** One invoice beside the list: its actions, as on the order, and who did what. */
export const InvoicePanel = ({ invoiceId, history, onClose, ...parts }: PanelProps) => {
  const { order, invoices } = useTexts()
  const { data, error, refetch } = history
  return (
    <Drawer
      opened={invoiceId !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={<Text fw={600}>{data ? order.title(data.orderNumber) : invoices.label}</Text>}
      styles={{ content: { maxWidth: '100%' } }}
    >
      {error != null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {invoiceId !== undefined && !data && error == null && <PageSkeleton />}
      {invoiceId !== undefined && data && <Content key={invoiceId} invoiceId={invoiceId} history={data} {...parts} />}
    </Drawer>
  )
}
