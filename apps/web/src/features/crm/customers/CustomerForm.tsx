import { Button, Fieldset, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Customer } from '@patchbay/contract/crm/customers'
import type { ReactNode } from 'react'
import { currentLanguage, useTexts } from '../../../texts/catalogue.ts'
import { useCustomerFormTexts } from '../../../texts/customer-form.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { AddressFields } from '../addresses/AddressFields.tsx'
import { type AddressValues, addressValues, toAddressEdit } from '../addresses/address-values.ts'
import { ContactList } from './ContactList.tsx'
import { KnownContacts } from './KnownContacts.tsx'
import { type CustomerFields, useSaveCustomer } from './queries.ts'

type Values = {
  firstName: string
  lastName: string
  patronymic: string
  phones: string[]
  emails: string[]
  manager: string | null
  address: AddressValues
  note: string
}

/** A list shows at least one field to type into. */
const orEmpty = (values: string[]): string[] => (values.length > 0 ? values : [''])

const valuesOf = (customer: Customer | undefined, phone: string | undefined): Values => ({
  firstName: customer?.firstName ?? '',
  lastName: customer?.lastName ?? '',
  patronymic: customer?.patronymic ?? '',
  phones: orEmpty(customer?.phones.map(({ number }) => number) ?? (phone === undefined ? [] : [phone])),
  emails: orEmpty(customer?.emails ?? []),
  manager: customer?.managerId === undefined ? null : String(customer.managerId),
  address: addressValues(customer?.address),
  note: '',
})

const filled = (values: string[]): string[] => values.map((value) => value.trim()).filter(Boolean)

const fieldsOf = ({ phones, emails, manager, address, note: _, ...names }: Values): CustomerFields => ({
  ...names,
  address: toAddressEdit(address),
  phones: filled(phones).map((number) => ({ number })),
  emails: filled(emails),
  managerId: Number(manager),
})

const isNobody = ({ firstName, lastName, patronymic, phones, emails }: Values): boolean =>
  filled([firstName, lastName, patronymic, ...phones, ...emails]).length === 0

type CustomerFormProps = {
  /** Absent: a new one. */
  customer?: Customer
  phone?: string | undefined
  managers: { value: string; label: string }[]
  /** The link that leaves without saving. */
  cancel: ReactNode
  onSaved: (id: number) => void
}

export const CustomerForm = ({ customer, phone, managers, cancel, onSaved }: CustomerFormProps) => {
  const { customers, common, address: addressTexts } = useTexts()
  const texts = useCustomerFormTexts()
  const form = useForm<Values>({
    initialValues: valuesOf(customer, phone),
    validate: (values) => (isNobody(values) ? { firstName: texts.nobody } : {}),
  })
  const save = useSaveCustomer(customer?.id)
  const submit = form.onSubmit((values) => {
    const note = values.note.trim()
    const body = { customer: fieldsOf(values), ...(note !== '' && { note }) }
    save.mutate(body, { onSuccess: ({ id }) => onSaved(id) })
  })
  const { phones, emails } = form.values
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={560}>
        {save.error && <Problem error={save.error} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={texts.firstName} autoFocus maxLength={255} {...form.getInputProps('firstName')} />
          <TextInput label={texts.lastName} maxLength={255} {...form.getInputProps('lastName')} />
        </SimpleGrid>
        {(currentLanguage() === 'ru' || customer?.patronymic) && (
          <TextInput label={texts.patronymic} maxLength={255} {...form.getInputProps('patronymic')} />
        )}
        <ContactList
          title={texts.phones}
          values={phones}
          label={texts.phone}
          addLabel={texts.addPhone}
          removeLabel={texts.removePhone}
          field={{ type: 'tel', inputMode: 'tel', maxLength: 100 }}
          onChange={(values) => form.setFieldValue('phones', values)}
        />
        <ContactList
          title={texts.emails}
          values={emails}
          label={texts.email}
          addLabel={texts.addEmail}
          removeLabel={texts.removeEmail}
          field={{ type: 'email', inputMode: 'email', maxLength: 254 }}
          onChange={(values) => form.setFieldValue('emails', values)}
        />
        {!customer && <KnownContacts contacts={[...phones, ...emails]} />}
        <Select
          label={customers.manager}
          placeholder={customers.unassigned}
          data={managers}
          searchable
          clearable
          {...form.getInputProps('manager')}
        />
        <Fieldset legend={addressTexts.title}>
          <AddressFields field={(name) => form.getInputProps(`address.${name}`)} />
        </Fieldset>
        <Textarea
          label={customers.note}
          placeholder={customers.notePlaceholder}
          autosize
          minRows={2}
          maxLength={10_000}
          {...form.getInputProps('note')}
        />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending}>
            {customer ? common.save : texts.create}
          </Button>
          {cancel}
        </Group>
      </Stack>
    </form>
  )
}
