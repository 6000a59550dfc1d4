import { Button, Group, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { toDecimal } from '@patchbay/contract/base/money'
import type { ReactNode } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { Section } from '../../../ui/Section.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { decimalProps, OrderItemsInput } from './OrderItemsInput.tsx'
import { formErrors, type OrderValues, totalOf } from './order-form.ts'

type Choice = { value: string; label: string }

export type OrderChoices = {
  /** Of the account: a shop may have another. */
  currency: string
  shops: (Choice & { currency?: string | undefined })[]
  statuses: Choice[]
  managers: Choice[]
  deliveryTypes: Choice[]
}

type OrderFormProps = {
  values: OrderValues
  choices: OrderChoices
  /** An order stays in its shop. */
  isNew: boolean
  /** Shown instead of the name fields when the order belongs to a known customer. */
  customer?: ReactNode
  about?: ReactNode
  action: string
  cancel: ReactNode
  save: { isPending: boolean; error: unknown }
  onSave: (values: OrderValues, onError: (error: unknown) => void) => void
}

type Form = UseFormReturnType<OrderValues>

const CustomerFields = ({ form, customer }: { form: Form; customer: ReactNode }) => {
  const { order: texts, customers } = useTexts()
  return (
    <Stack gap="sm">
      {customer}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput label={texts.firstName} maxLength={255} {...form.getInputProps('firstName')} />
        <TextInput label={texts.lastName} maxLength={255} {...form.getInputProps('lastName')} />
        <TextInput label={customers.phone} type="tel" maxLength={255} {...form.getInputProps('phone')} />
        <TextInput label={customers.email} type="email" maxLength={255} {...form.getInputProps('email')} />
      </SimpleGrid>
    </Stack>
  )
}

const Details = ({ form, choices, isNew }: { form: Form; choices: OrderChoices; isNew: boolean }) => {
  const { order: texts, orders, customers } = useTexts()
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <Select
          label={customers.shop}
          data={choices.shops}
          allowDeselect={false}
          disabled={!isNew}
          {...form.getInputProps('site')}
        />
        <Select label={orders.status} data={choices.statuses} allowDeselect={false} {...form.getInputProps('status')} />
        <Select label={customers.manager} data={choices.managers} searchable {...form.getInputProps('manager')} />
      </SimpleGrid>
      <Textarea
        label={texts.customerComment}
        autosize
        minRows={2}
        maxLength={10_000}
        {...form.getInputProps('customerComment')}
      />
      <Textarea
        label={texts.managerComment}
        autosize
        minRows={2}
        maxLength={10_000}
        {...form.getInputProps('managerComment')}
      />
    </Stack>
  )
}

/** Creates and edits orders. What the server refuses is shown at its field. */
export const OrderForm = ({
  values,
  choices,
  isNew,
  customer,
  about,
  action,
  cancel,
  save,
  onSave,
}: OrderFormProps) => {
  const { order: texts } = useTexts()
  const format = useFormat()
  const form = useForm<OrderValues>({ initialValues: values })
  const currency = choices.shops.find(({ value }) => value === form.values.site)?.currency ?? choices.currency
  const showErrors = (error: unknown) => {
    if (error instanceof ApiError) form.setErrors(formErrors(error.fields, form.values))
  }
  const submit = form.onSubmit((edited) => onSave(edited, showErrors))
  return (
    <form onSubmit={submit}>
      <Section title={texts.customer}>
        <CustomerFields form={form} customer={customer} />
      </Section>
      <Section title={texts.items}>
        <Stack gap="md">
          <OrderItemsInput form={form} />
          <Group justify="flex-end" align="flex-end" gap="xl">
            <TextInput
              label={texts.discount}
              w={140}
              rightSection={<Text size="sm">{currency}</Text>}
              rightSectionWidth={52}
              {...decimalProps(form, 'discount')}
            />
            <Text fw={600} className="tabular" pb={8} role="status">
              {texts.total} {format.money(toDecimal(totalOf(form.values, currency), currency), currency)}
            </Text>
          </Group>
          {about}
        </Stack>
      </Section>
      <Section title={texts.delivery}>
        <DeliveryFields form={form} types={choices.deliveryTypes} currency={currency} />
      </Section>
      <Section title={texts.details}>
        <Details form={form} choices={choices} isNew={isNew} />
      </Section>
      {save.error != null && <Problem error={save.error} />}
      <Group justify="flex-end" gap="xs" mt="md">
        {cancel}
        <Button type="submit" loading={save.isPending}>
          {action}
        </Button>
      </Group>
    </form>
  )
}
