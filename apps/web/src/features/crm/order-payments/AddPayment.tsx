import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { compare, type Minor, readMoney, subtract, toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { Order } from '@patchbay/contract/crm/orders'
import type { ShopWarning } from '@patchbay/contract/payments/workspace/shops'
import { IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useAddPayment } from './queries.ts'

export type PaymentTypeChoice = { code: string; name: string; usable: boolean; warning: ShopWarning | undefined }

type AddPaymentProps = { order: Order; types: PaymentTypeChoice[] }

const minor = (amount: number, currency: string): Minor => {
  const read = readMoney(amount, currency)
  return read.ok ? read.value : ZERO
}

/** The part of the total that no payment covers yet. */
const restOf = ({ totalSumm, currency, payments }: Order): string => {
  const rest = Object.values(payments).reduce(
    (left, { amount }) => subtract(left, minor(amount, currency)),
    minor(totalSumm, currency),
  )
  return toDecimal(compare(rest, ZERO) > 0 ? rest : ZERO, currency)
}

const Form = ({ order, types, onDone }: AddPaymentProps & { onDone: () => void }) => {
  const { order: texts, invoices, common } = useTexts()
  const form = useForm({ initialValues: { type: null as string | null, amount: restOf(order) } })
  const { type, amount } = form.values
  const add = useAddPayment(order.id)
  const warning = types.find(({ code }) => code === type)?.warning
  const added = () => {
    notifySuccess(texts.paymentAdded)
    onDone()
  }
  const submit = form.onSubmit(() => {
    if (type !== null) add.mutate({ type, amount }, { onSuccess: added })
  })
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Select
          label={texts.paymentType}
          required
          data={types.map(({ code, name, usable }) => ({
            value: code,
            label: usable ? name : `${name}, ${texts.unusable}`,
            disabled: !usable,
          }))}
          data-autofocus
          {...form.getInputProps('type')}
        />
        {warning && (
          <Text size="sm" c="var(--app-warn)" role="status">
            {invoices.warnings[warning.code](warning.shop)}
          </Text>
        )}
        <TextInput
          label={texts.amount}
          required
          inputMode="decimal"
          rightSection={<Text size="sm">{order.currency}</Text>}
          rightSectionWidth={56}
          {...form.getInputProps('amount')}
          onChange={(event) => form.setFieldValue('amount', event.currentTarget.value.replace(',', '.'))}
        />
        {add.error && <Problem error={add.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={type === null || amount === ''} loading={add.isPending}>
            {texts.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** P-07: warn of an inactive shop before the payment is added. */
export const AddPayment = ({ order, types }: AddPaymentProps) => {
  const { order: texts } = useTexts()
  const [opened, form] = useDisclosure()
  return (
    <>
      <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={form.open}>
        {texts.addPayment}
      </Button>
      <Modal opened={opened} onClose={form.close} title={<Text fw={600}>{texts.addPayment}</Text>}>
        <Form order={order} types={types} onDone={form.close} />
      </Modal>
    </>
  )
}
