import { Group } from '@mantine/core'
import { useHasRole } from '../../../lib/me.ts'
import { usePaymentDayTexts } from '../../../texts/payment-days.ts'
import { AnchorLink } from '../../../ui/links.tsx'

type DayLinksProps = {
  orderId?: number | undefined
  orderNumber?: string | undefined
  invoiceId?: string | undefined
}

/** To the order, and for administrators to the trace of the invoice. */
export const DayLinks = ({ orderId, orderNumber = '', invoiceId }: DayLinksProps) => {
  const texts = usePaymentDayTexts()
  const hasTrace = useHasRole('admin') && invoiceId !== undefined
  if (orderId === undefined && !hasTrace) return null
  return (
    <Group gap="sm">
      {orderId !== undefined && (
        <AnchorLink to="/orders/$id" params={{ id: String(orderId) }} size="sm">
          {texts.order(orderNumber)}
        </AnchorLink>
      )}
      {hasTrace && (
        <AnchorLink to="/traces/$of/$id" params={{ of: 'invoice', id: invoiceId }} size="sm">
          {texts.invoice}
        </AnchorLink>
      )}
    </Group>
  )
}
