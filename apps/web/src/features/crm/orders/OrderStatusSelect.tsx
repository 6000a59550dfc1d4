import { Select } from '@mantine/core'
import type { Order } from '@patchbay/contract/crm/orders'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { useEditOrder } from './queries.ts'

type StatusProps = { order: Order; statuses: readonly { code: string; name: string; active: boolean }[] }

export const OrderStatusSelect = ({ order, statuses }: StatusProps) => {
  const texts = useTexts()
  const edit = useEditOrder(order.id)
  const change = (status: string) =>
    edit.mutate(
      { status },
      {
        onSuccess: () => notifySuccess(texts.order.statusChanged),
        onError: (error) => notifyError(errorText(texts, error)),
      },
    )
  return (
    <Select
      aria-label={texts.order.changeStatus}
      w={200}
      allowDeselect={false}
      disabled={edit.isPending}
      data={statuses
        .filter(({ code, active }) => active || code === order.status)
        .map(({ code, name }) => ({ value: code, label: name }))}
      value={edit.isPending ? (edit.variables.status ?? order.status) : order.status}
      onChange={(status) => status && change(status)}
    />
  )
}
