import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Order } from '@patchbay/contract/crm/orders'
import { IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifySuccess } from '../../../ui/notifications.ts'
import { PaymentForm, type PaymentTypeChoice } from './PaymentForm.tsx'
import { useAddPayment } from './queries.ts'
import { owedOf, restOf } from './sums.ts'

type AddPaymentProps = { order: Order; types: PaymentTypeChoice[]; isComplete: (status: string) => boolean }

const Form = ({ order, types, isComplete, onDone }: AddPaymentProps & { onDone: () => void }) => {
  const { order: texts } = useTexts()
  const add = useAddPayment(order.id)
  const added = () => {
    notifySuccess(texts.paymentAdded)
    onDone()
  }
  return (
    <PaymentForm
      initial={{ type: null, amount: restOf(order) }}
      owed={owedOf(order, isComplete)}
      currency={order.currency}
      types={types}
      action={texts.add}
      pending={add.isPending}
      error={add.error}
      onCancel={onDone}
      onSubmit={({ type, amount }) => add.mutate({ type, amount }, { onSuccess: added })}
    />
  )
}

/** P-07: warn of an inactive shop before the payment is added. */
export const AddPayment = (props: AddPaymentProps) => {
  const { order: texts } = useTexts()
  const [opened, form] = useDisclosure()
  return (
    <>
      <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={form.open}>
        {texts.addPayment}
      </Button>
      <Modal opened={opened} onClose={form.close} title={<Text fw={600}>{texts.addPayment}</Text>}>
        <Form {...props} onDone={form.close} />
      </Modal>
    </>
  )
}
