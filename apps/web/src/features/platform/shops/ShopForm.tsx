import { Group, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { SiteEdit } from '@patchbay/contract/platform/shops'
import { useMemo } from 'react'
import { countryChoices, currencyChoices } from '../../../lib/choices.ts'
import { currentLanguage, useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { CodeInput } from '../../../ui/CodeInput.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { OrderingInput } from '../../../ui/OrderingInput.tsx'
import { type Shop, useSaveShop } from './queries.ts'

const FIELDS = ['name', 'url', 'countryIso', 'currency', 'description', 'ordering', 'active'] as const
type Fields = Pick<Shop, (typeof FIELDS)[number]>

const EMPTY: Fields = { name: '', url: '', countryIso: '', currency: '', description: '', ordering: 0, active: true }

/** Unchanged fields are not sent: a shop that follows the account's currency keeps following it. */
const changesOf = (before: Fields, fields: Fields): SiteEdit =>
  Object.fromEntries(FIELDS.filter((name) => fields[name] !== before[name]).map((name) => [name, fields[name]]))

type Form = UseFormReturnType<Fields & { code: string }>

/** A filled field can be changed but not cleared: an empty value in an edit changes nothing. */
const ShopFields = ({ before, form }: { before: Fields; form: Form }) => {
  const { shops: texts } = useSetUpTexts()
  const countries = useMemo(() => countryChoices(currentLanguage(), before.countryIso), [before.countryIso])
  const currencies = useMemo(() => currencyChoices(currentLanguage(), before.currency), [before.currency])
  return (
    <>
      <TextInput
        label={texts.url}
        type="url"
        placeholder="https://"
        required={before.url !== ''}
        {...form.getInputProps('url')}
      />
      <Group grow align="flex-start">
        <Select
          label={texts.country}
          description={texts.countryWhat}
          placeholder={texts.ofAccount}
          data={countries}
          searchable
          allowDeselect={before.countryIso === ''}
          {...form.getInputProps('countryIso')}
          value={form.values.countryIso || null}
          onChange={(country) => form.setFieldValue('countryIso', country ?? '')}
        />
        <Select
          label={texts.currency}
          description={texts.currencyWhat}
          placeholder={texts.ofAccount}
          data={currencies}
          searchable
          allowDeselect={before.currency === ''}
          {...form.getInputProps('currency')}
          value={form.values.currency || null}
          onChange={(currency) => form.setFieldValue('currency', currency ?? '')}
        />
      </Group>
      <Textarea label={texts.description} autosize maxLength={2000} {...form.getInputProps('description')} />
      <OrderingInput description={texts.orderingWhat} {...form.getInputProps('ordering')} />
      <Switch label={texts.active} {...form.getInputProps('active', { type: 'checkbox' })} />
    </>
  )
}

type FormProps = {
  /** Absent: a new one. */
  shop: Shop | undefined
  takenCodes: readonly string[]
  onClose: () => void
}

export const ShopForm = ({ shop, takenCodes, onClose }: FormProps) => {
  const { common } = useTexts()
  const { shops: texts } = useSetUpTexts()
  const before = shop ?? EMPTY
  const form = useForm<Fields & { code: string }>({
    initialValues: { ...before, code: shop?.code ?? '' },
    validate: { code: (code) => !shop && takenCodes.includes(code) && texts.codeTaken },
    validateInputOnChange: ['code'],
  })
  const save = useSaveShop()
  const submit = form.onSubmit((values) =>
    save.mutate(
      { code: values.code, isNew: !shop, shop: changesOf(before, values) },
      {
        onSuccess: () => {
          notifySuccess(shop ? common.saved : texts.opened(values.name))
          onClose()
        },
      },
    ),
  )
  const title = shop ? texts.editTitle(shop.name) : texts.createTitle
  return (
    <FormDialog onClose={onClose} title={title} onSubmit={submit} save={save} action={shop ? common.save : texts.open}>
      <TextInput label={texts.name} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      {!shop && <CodeInput description={texts.codeWhat} {...form.getInputProps('code')} />}
      <ShopFields before={before} form={form} />
    </FormDialog>
  )
}
