import { Button, Select, Text } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import type { Customer } from '@patchbay/contract/crm/customers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useCustomerFormTexts } from '../../../texts/customer-form.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { nameOf } from '../customers/CustomerList.tsx'
import { searchQuery } from '../search/queries.ts'
import { useMerge } from './queries.ts'

const TYPING_MS = 200

const labelOf = (customer: Customer, nameless: string): string =>
  joinFacts([nameOf(customer) || nameless, customer.phones[0]?.number ?? customer.email])

const MergeForm = ({ customer, onClose }: { customer: Customer; onClose: () => void }) => {
  const { customers } = useTexts()
  const texts = useCustomerFormTexts()
  const [typed, setTyped] = useState('')
  const [duplicate, setDuplicate] = useState<string | null>(null)
  const [text] = useDebouncedValue(typed, TYPING_MS)
  const found = useQuery({ ...searchQuery({ text, only: 'customers' }), placeholderData: keepPreviousData })
  const merge = useMerge(customer.id)
  const merged = () => {
    notifySuccess(texts.merged)
    onClose()
  }
  const choices = (found.data?.customers ?? [])
    .filter(({ id }) => id !== customer.id)
    .map((one) => ({ value: String(one.id), label: labelOf(one, customers.nameless) }))
  // A list must have an option for assistive technology, so the message is one.
  const message = text.trim().length < 2 ? texts.duplicatePlaceholder : texts.nothingFound
  const options = choices.length > 0 ? choices : [{ value: '', label: message, disabled: true }]
  return (
    <FormDialog
      onClose={onClose}
      title={texts.mergeTitle}
      onSubmit={(event) => {
        event.preventDefault()
        if (duplicate !== null) merge.mutate(Number(duplicate), { onSuccess: merged })
      }}
      save={merge}
      action={texts.doMerge}
      disabled={duplicate === null}
    >
      <Select
        label={texts.duplicate}
        placeholder={texts.duplicatePlaceholder}
        data={options}
        value={duplicate}
        onChange={setDuplicate}
        searchable
        onSearchChange={setTyped}
        // The server has chosen them.
        filter={({ options: chosen }) => chosen}
        data-autofocus
      />
      <Text size="sm">{texts.mergeWhat(nameOf(customer) || customers.nameless)}</Text>
    </FormDialog>
  )
}

export const MergeCustomer = ({ customer }: { customer: Customer }) => {
  const texts = useCustomerFormTexts()
  const [opened, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {texts.merge}
      </Button>
      {opened && <MergeForm customer={customer} onClose={dialog.close} />}
    </>
  )
}
