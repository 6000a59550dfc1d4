import { Button, Group, Modal, NumberInput, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { SiteEdit } from '@patchbay/contract/platform/shops'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { CodeInput } from '../../ui/CodeInput.tsx'
import { Problem } from '../../ui/Confirm.tsx'
import { tellDone } from '../../ui/tell.ts'
import { type Shop, useKeepShop } from './queries.ts'

const FIELDS = ['name', 'url', 'countryIso', 'currency', 'description', 'ordering', 'active'] as const
type Fields = Pick<Shop, (typeof FIELDS)[number]>

const EMPTY: Fields = { name: '', url: '', countryIso: '', currency: '', description: '', ordering: 0, active: true }

/** What was left alone is not sent: a shop that follows the account's currency goes on following it. */
const changesOf = (before: Fields, fields: Fields): SiteEdit =>
  Object.fromEntries(FIELDS.filter((name) => fields[name] !== before[name]).map((name) => [name, fields[name]]))

type FieldsProps = { before: Fields; fields: Fields; set: (change: Partial<Fields>) => void }

/** What can be filled in can be changed, and not be emptied: an edit that names nothing changes nothing. */
const ShopFields = ({ before, fields, set }: FieldsProps) => {
  const { shops: texts } = useSetUpTexts()
  return (
    <>
      <TextInput
        label={texts.url}
        type="url"
        placeholder="https://"
        required={before.url !== ''}
        value={fields.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <Group grow align="flex-start">
        <TextInput
          label={texts.country}
          description={texts.countryWhat}
          pattern="[A-Z]{2}"
          maxLength={2}
          required={before.countryIso !== ''}
          value={fields.countryIso}
          onChange={(event) => set({ countryIso: event.currentTarget.value.toUpperCase() })}
        />
        <TextInput
          label={texts.currency}
          description={texts.currencyWhat}
          pattern="[A-Z]{3}"
          maxLength={3}
          required={before.currency !== ''}
          value={fields.currency}
          onChange={(event) => set({ currency: event.currentTarget.value.toUpperCase() })}
        />
      </Group>
      <Textarea
        label={texts.description}
        autosize
        maxLength={2000}
        value={fields.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <NumberInput
        label={texts.ordering}
        description={texts.orderingWhat}
        min={0}
        max={1_000_000}
        allowDecimal={false}
        value={fields.ordering}
        onChange={(value) => set({ ordering: Number(value) || 0 })}
      />
      <Switch
        label={texts.active}
        checked={fields.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
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
  const [code, setCode] = useState('')
  const [fields, setFields] = useState<Fields>(before)
  const keep = useKeepShop()
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change })
  const isTaken = !shop && takenCodes.includes(code)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTaken) return
    keep.mutate(
      { code: shop?.code ?? code, isNew: !shop, shop: changesOf(before, fields) },
      {
        onSuccess: () => {
          tellDone(shop ? common.saved : texts.opened(fields.name))
          onClose()
        },
      },
    )
  }
  const title = shop ? texts.editTitle(shop.name) : texts.createTitle
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>{title}</Text>}>
      <form onSubmit={submit}>
        <Stack>
          {keep.error && <Problem error={keep.error} />}
          <TextInput
            label={texts.name}
            required
            maxLength={255}
            data-autofocus
            value={fields.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          {!shop && <CodeInput value={code} isTaken={isTaken} what={texts.codeWhat} onChange={setCode} />}
          <ShopFields before={before} fields={fields} set={set} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={keep.isPending}>
              {shop ? common.save : texts.open}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
