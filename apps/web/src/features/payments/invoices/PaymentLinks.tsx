import { Stack } from '@mantine/core'
import type { Order } from '@patchbay/contract/crm/orders'
import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { Issue, isClosed } from './PaymentInvoices.tsx'
import { invoicesQuery } from './queries.ts'

/** An invoice that the customer can pay now. */
export type PayableInvoice = WorkspaceInvoice & { link: string }

export const isPayable = (invoice: WorkspaceInvoice): invoice is PayableInvoice =>
  invoice.status === 'pending' && invoice.link !== undefined && !invoice.stale

type PaymentLinksProps = {
  order: Order
  isPaid: (status: string) => boolean
  /** What can be done with an invoice that the customer can pay, and with one whose order has changed. */
  payable: (invoice: PayableInvoice) => ReactNode
  stale: ReactNode
  /** Money is owed, and there is no payment to issue an invoice for. */
  none: ReactNode
}

/** The payment links of an order; for a payment without an invoice, the button that issues one. */
export const PaymentLinks = ({ order, isPaid, payable, stale, none }: PaymentLinksProps) => {
  const invoices = useQuery(invoicesQuery(order.id)).data?.invoices
  if (!invoices) return null
  const unpaid = Object.values(order.payments).filter(({ status }) => !isPaid(status))
  return (
    <ManagersOnly>
      <Stack gap={4} align="flex-start">
        {unpaid.length === 0 && order.prepaySum < order.totalSumm && none}
        {unpaid.map((payment) => {
          const own = invoices.filter(({ paymentId }) => paymentId === payment.id)
          const pending = own.find(({ status }) => status === 'pending')
          return (
            <div key={payment.id}>
              {pending && (isPayable(pending) ? payable(pending) : pending.stale && stale)}
              {own.every(isClosed) && <Issue order={order} payment={payment} />}
            </div>
          )
        })}
      </Stack>
    </ManagersOnly>
  )
}
