import { Button } from '@mantine/core'
import type { Order } from '@patchbay/contract/crm/orders'
import { IconSend } from '@tabler/icons-react'
import { useSendMessage } from '../../features/chats/conversations/queries.ts'
import type { PayableInvoice } from '../../features/payments/invoices/PaymentLinks.tsx'
import { errorText } from '../../lib/error-text.ts'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useConversationTexts } from '../../texts/conversation.ts'
import { notifyError, notifySuccess } from '../../ui/notifications.ts'

type SendProps = {
  chatId: number
  order: Order
  invoice: PayableInvoice
  /** Creates a task until the customer answers. */
  awaitAnswer: boolean
}

/** One click: the link goes to the customer as a message, which remembers its invoice. */
export const SendPaymentLink = ({ chatId, order, invoice, awaitAnswer }: SendProps) => {
  const texts = useTexts()
  const words = useConversationTexts()
  const format = useFormat()
  const send = useSendMessage(chatId)
  const amount = format.money(invoice.amount, invoice.currency)
  const press = () =>
    send.mutate(
      {
        text: `${words.linkText(order.number, amount)}\n${invoice.link}`,
        purpose: { kind: 'payment-link', invoiceId: invoice.id, orderId: order.id },
        ...(awaitAnswer && { awaitAnswer }),
      },
      {
        onSuccess: () => notifySuccess(words.linkSent),
        onError: (error) => notifyError(texts.chats.notSent(errorText(texts, error))),
      },
    )
  return (
    <Button
      size="compact-sm"
      mt={4}
      variant="light"
      loading={send.isPending}
      leftSection={<IconSend size={14} aria-hidden />}
      onClick={press}
    >
      {words.sendLink(amount)}
    </Button>
  )
}
