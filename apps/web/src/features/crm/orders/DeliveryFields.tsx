import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTexts } from '../../../texts/catalogue.ts'
import { AddressFields } from '../addresses/AddressFields.tsx'
import { decimalProps } from './OrderItemsInput.tsx'
import type { OrderValues } from './order-form.ts'

type DeliveryFieldsProps = {
  form: UseFormReturnType<OrderValues>
  types: { value: string; label: string }[]
  currency: string
}

export const DeliveryFields = ({ form, types, currency }: DeliveryFieldsProps) => {
  const { order: texts } = useTexts()
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          label={texts.deliveryType}
          placeholder={texts.noDelivery}
          data={types}
          clearable
          {...form.getInputProps('deliveryType')}
        />
        <TextInput
          label={texts.deliveryCost}
          rightSection={<Text size="sm">{currency}</Text>}
          rightSectionWidth={52}
          {...decimalProps(form, 'deliveryCost')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <TextInput label={texts.deliveryDate} type="date" {...form.getInputProps('deliveryDate')} />
        <TextInput label={texts.deliveryFrom} type="time" {...form.getInputProps('deliveryFrom')} />
        <TextInput label={texts.deliveryTo} type="time" {...form.getInputProps('deliveryTo')} />
      </SimpleGrid>
      <AddressFields field={(name) => form.getInputProps(`address.${name}`)} />
    </Stack>
  )
}
