import { Group, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currencyChoices } from '../../../lib/choices.ts'
import { meQuery } from '../../../lib/me.ts'
import { currentLanguage, useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { useSendMessage } from '../conversations/queries.ts'
import styles from './Cards.module.css'
import { ProductCard } from './Cards.tsx'
import { type CustomerOrder, type DialogProps, isWebAddress, orderedProducts, productDraft } from './drafts.ts'

const sumOf = (text: string): string => text.replaceAll(/\s/g, '').replace(',', '.')

export const SendProduct = ({ chatId, orders, onClose, onSent }: DialogProps & { orders: CustomerOrder[] }) => {
  const words = useConversationTexts().cards
  const { chats } = useTexts()
  const { currency } = useSuspenseQuery(meQuery).data.me
  const save = useSendMessage(chatId)
  const offered = useMemo(() => orderedProducts(orders), [orders])
  // By code alone: beside the price there is no room for names.
  const currencies = useMemo(() => currencyChoices(currentLanguage(), currency).map(({ value }) => value), [currency])
  const linkError = (text: string) => (text.trim() === '' || isWebAddress(text) ? null : words.linkWrong)
  const numberError = (text: string) => (text.trim() === '' || Number(sumOf(text)) >= 0 ? null : words.numberWrong)
  const form = useForm({
    initialValues: { name: '', article: '', price: '', currency, quantity: '', url: '', img: '' },
    validate: {
      name: (name) => (name.trim() === '' ? words.nameMissing : null),
      ...{ price: numberError, quantity: numberError, url: linkError, img: linkError },
    },
  })
  const { name, article, price, quantity, url, img } = form.values
  const preview = {
    ...{ name, article, url, img: linkError(img) === null ? img : '' },
    cost: price && { value: sumOf(price), currency: form.values.currency },
    quantity: quantity && { value: sumOf(quantity) },
  }
  const submit = form.onSubmit((values) => save.mutate({ product: productDraft(values) }, { onSuccess: onSent }))
  return (
    <FormDialog title={words.sendProduct} onClose={onClose} onSubmit={submit} save={save} action={chats.send}>
      {offered.length > 0 && (
        <Select
          label={words.fromOrders}
          placeholder={words.fromOrdersWhat}
          data={offered.map((product) => product.name)}
          searchable
          clearable
          onChange={(chosen) => form.setValues(offered.find((product) => product.name === chosen) ?? {})}
        />
      )}
      <TextInput label={words.name} required withAsterisk maxLength={255} {...form.getInputProps('name')} />
      <Group grow align="flex-start">
        <TextInput label={words.price} inputMode="decimal" {...form.getInputProps('price')} />
        <Select
          label={words.currency}
          data={currencies}
          searchable
          allowDeselect={false}
          {...form.getInputProps('currency')}
        />
        <TextInput label={words.quantity} inputMode="decimal" {...form.getInputProps('quantity')} />
      </Group>
      <TextInput label={words.link} placeholder="https://" maxLength={2048} {...form.getInputProps('url')} />
      <TextInput label={words.image} placeholder="https://" maxLength={2048} {...form.getInputProps('img')} />
      {name.trim() !== '' && (
        <div>
          <Text size="sm" fw={500} mb={4}>
            {words.preview}
          </Text>
          <div className={styles.preview}>
            <ProductCard product={preview} />
          </div>
        </div>
      )}
    </FormDialog>
  )
}
