import { Button, Stack, Text, Tooltip } from '@mantine/core'
import type { Order } from '@patchbay/contract/crm/orders'
import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { paymentShopsQuery } from '../shops/queries.ts'
import { Invoice } from './Invoice.tsx'
import { useIssueNotice } from './issue-notice.ts'
import { invoicesQuery, useIssue } from './queries.ts'

type PaymentProps = { order: Order; payment: Order['payments'][string] }

type InvoicesProps = PaymentProps & {
  /** The payment counts as paid: there is nothing to invoice (D-87). */
  isPaid: boolean
  /** What stands under an invoice, for those whom it concerns. */
  below: (invoiceId: string) => ReactNode
}

/** A payment whose type is connected to a shop can have an invoice; otherwise the reason is shown. */
export const Issue = ({ order, payment }: PaymentProps) => {
  const { invoices: texts } = useTexts()
  const issue = useIssue(order.id)
  const notifyIssued = useIssueNotice()
  const type = useQuery(paymentShopsQuery).data?.types.find(({ code }) => code === payment.type)
  if (type?.shopId === undefined) return null
  const warning = type.warning && texts.warnings[type.warning.code](type.warning.shop)
  const button = (
    <Button
      size="compact-sm"
      variant="default"
      loading={issue.isPending}
      {...(!type.usable && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={() => type.usable && issue.mutate(payment.id, { onSuccess: notifyIssued })}
    >
      {texts.issue}
    </Button>
  )
  return (
    <Stack gap={6} mt="xs" align="flex-start">
      {warning && (
        <Text size="sm" c="var(--app-warn)">
          {warning}
        </Text>
      )}
      {issue.error && <Problem error={issue.error} />}
      {type.usable ? button : <Tooltip label={warning ?? texts.cannotPay}>{button}</Tooltip>}
    </Stack>
  )
}

/** A new invoice may follow. */
export const isClosed = ({ status, operation }: WorkspaceInvoice): boolean =>
  status === 'canceled' || (status === undefined && operation?.state === 'rejected')

/** The invoices of one payment, and a button for a new one while none is open. */
export const PaymentInvoices = ({ order, payment, isPaid, below }: InvoicesProps) => {
  const all = useQuery(invoicesQuery(order.id)).data?.invoices
  // Until they are loaded, do not offer a new one.
  if (!all) return null
  const invoices = all.filter(({ paymentId }) => paymentId === payment.id)
  const closed = invoices.every(isClosed)
  return (
    <>
      {invoices.map((invoice) => (
        <Invoice key={invoice.id} invoice={invoice} email={order.email} below={below(invoice.id)} />
      ))}
      {closed && !isPaid && (
        <ManagersOnly>
          <Issue order={order} payment={payment} />
        </ManagersOnly>
      )}
    </>
  )
}
