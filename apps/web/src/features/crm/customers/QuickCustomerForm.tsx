import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTexts } from '../../../texts/catalogue.ts'
import { useCustomerFormTexts } from '../../../texts/customer-form.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { useSaveCustomer } from './queries.ts'

type QuickFormProps = { phone: string; onSaved: (id: number, name: string) => void; onCancel: () => void }

/** The fields that one asks a caller for; the customer's page has the others. */
export const QuickCustomerForm = ({ phone, onSaved, onCancel }: QuickFormProps) => {
  const { customers, common } = useTexts()
  const texts = useCustomerFormTexts()
  const form = useForm({
    initialValues: { firstName: '', lastName: '', phone },
    validate: ({ firstName, lastName }) =>
      `${firstName}${lastName}`.trim() === '' ? { firstName: texts.nameMissing } : {},
  })
  const save = useSaveCustomer()
  const submit = form.onSubmit((values) => {
    const [firstName, lastName, number] = [values.firstName.trim(), values.lastName.trim(), values.phone.trim()]
    const customer = { firstName, lastName, phones: number === '' ? [] : [{ number }] }
    const saved = ({ id }: { id: number }) => onSaved(id, `${firstName} ${lastName}`.trim())
    save.mutate({ customer }, { onSuccess: saved })
  })
  return (
    <form onSubmit={submit} noValidate aria-label={texts.create}>
      <Stack gap="xs">
        {save.error && <Problem error={save.error} />}
        <SimpleGrid cols={2} spacing="xs">
          <TextInput label={texts.firstName} autoFocus maxLength={255} {...form.getInputProps('firstName')} />
          <TextInput label={texts.lastName} maxLength={255} {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <TextInput label={customers.phone} type="tel" maxLength={100} {...form.getInputProps('phone')} />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending}>
            {texts.create}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
