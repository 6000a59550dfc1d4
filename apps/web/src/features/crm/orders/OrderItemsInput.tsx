import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../../texts/catalogue.ts'
import { newItem, type OrderValues } from './order-form.ts'

type Form = UseFormReturnType<OrderValues>

/** Commas are decimal points in half of the languages; the API takes points. */
export const decimalProps = (form: Form, path: string) => ({
  inputMode: 'decimal' as const,
  ...form.getInputProps(path),
  onChange: (event: { currentTarget: { value: string } }) =>
    form.setFieldValue(path, event.currentTarget.value.replace(',', '.')),
})

const ItemRow = ({ form, row, first }: { form: Form; row: number; first: boolean }) => {
  const { order: texts } = useTexts()
  const { name = '' } = form.values.items[row] ?? {}
  const label = (text: string) => (first ? { label: text } : { 'aria-label': text })
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        flex="1 1 14rem"
        maxLength={255}
        {...label(texts.product)}
        {...form.getInputProps(`items.${row}.name`)}
      />
      <TextInput w={110} {...label(texts.price)} {...decimalProps(form, `items.${row}.price`)} />
      <TextInput w={90} {...label(texts.quantity)} {...decimalProps(form, `items.${row}.quantity`)} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        mt={first ? 25 : 0}
        aria-label={name.trim() ? texts.removeItem(name.trim()) : texts.removeBlank}
        onClick={() => form.removeListItem('items', row)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

export const OrderItemsInput = ({ form }: { form: Form }) => {
  const { order: texts } = useTexts()
  const { items } = form.values
  return (
    <Stack gap="xs">
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.nothingYet}
        </Text>
      )}
      {items.map(({ key }, row) => (
        <ItemRow key={key} form={form} row={row} first={row === 0} />
      ))}
      <Button
        variant="default"
        size="compact-sm"
        w="fit-content"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => form.insertListItem('items', newItem())}
      >
        {texts.addItem}
      </Button>
    </Stack>
  )
}
