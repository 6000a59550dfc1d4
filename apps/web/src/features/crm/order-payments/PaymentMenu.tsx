import { ActionIcon, Menu, Modal, Text } from '@mantine/core'
import type { Order } from '@patchbay/contract/crm/orders'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { PaymentForm, type PaymentTypeChoice } from './PaymentForm.tsx'
import { useChangePayment, useRemovePayment } from './queries.ts'
import { owedOf, type Payment } from './sums.ts'

type PaymentMenuProps = {
  order: Order
  payment: Payment
  types: readonly PaymentTypeChoice[]
  statuses: readonly { code: string; name: string; complete: boolean }[]
}

const Edit = ({ order, payment, types, statuses, onDone }: PaymentMenuProps & { onDone: () => void }) => {
  const { order: texts, common } = useTexts()
  const change = useChangePayment(payment.id)
  const { type, status, comment } = payment
  const initial = { type, status, comment, amount: String(payment.amount) }
  const isComplete = (code: string) => statuses.some((one) => one.code === code && one.complete)
  const changed = () => {
    notifySuccess(texts.paymentChanged)
    onDone()
  }
  return (
    <Modal opened onClose={onDone} title={<Text fw={600}>{texts.editPayment}</Text>}>
      <PaymentForm
        initial={initial}
        owed={owedOf(order, isComplete, payment)}
        currency={order.currency}
        types={types}
        statuses={statuses}
        action={common.save}
        pending={change.isPending}
        error={change.error}
        onCancel={onDone}
        onSubmit={(draft) => change.mutate(draft, { onSuccess: changed })}
      />
    </Modal>
  )
}

const Remove = ({ order, payment, onDone }: PaymentMenuProps & { onDone: () => void }) => {
  const { order: texts } = useTexts()
  const format = useFormat()
  const remove = useRemovePayment(payment.id)
  const removed = () => {
    notifySuccess(texts.paymentRemoved)
    onDone()
  }
  return (
    <Confirm
      opened
      onClose={onDone}
      title={texts.removePaymentAsk(format.money(payment.amount, order.currency))}
      action={texts.removePayment}
      dangerous
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: removed })}
    >
      {texts.removePaymentWhat}
    </Confirm>
  )
}

/** D-51: a payment can be changed and taken off its order; the server refuses where its money is held or charged. */
export const PaymentMenu = (props: PaymentMenuProps) => {
  const { order: texts } = useTexts()
  const [opened, setOpened] = useState<'edit' | 'remove'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.paymentActions}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setOpened('edit')}>
            {texts.editPayment}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={() => setOpened('remove')}>
            {texts.removePayment}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened === 'edit' && <Edit {...props} onDone={close} />}
      {opened === 'remove' && <Remove {...props} onDone={close} />}
    </>
  )
}
