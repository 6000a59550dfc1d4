import { Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CURRENCIES } from '@patchbay/contract/base/currencies'
import type { AccountSettings } from '@patchbay/contract/platform/workspace/accounts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { accountQuery, useSaveAccount } from './queries.ts'

const FAMILIES = ['api', 'telephony', 'payment', 'transport'] as const

/** The present one is offered too: servers know zones that this browser may not. */
const timezonesWith = (present: string): string[] => [
  ...new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]

const AccountFields = ({ form }: { form: ReturnType<typeof useForm<AccountSettings>> }) => {
  const { account: texts } = useSecurityTexts()
  return (
    <>
      <TextInput label={texts.name} required maxLength={255} {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={texts.timezone}
          data={timezonesWith(form.values.timezone)}
          searchable
          allowDeselect={false}
          {...form.getInputProps('timezone')}
        />
        <Select
          label={texts.currency}
          data={CURRENCIES}
          searchable
          allowDeselect={false}
          {...form.getInputProps('currency')}
        />
        <TextInput
          label={texts.country}
          description={texts.countryWhat}
          pattern="[A-Z]{2}"
          maxLength={2}
          required
          {...form.getInputProps('country')}
          onChange={(event) => form.setFieldValue('country', event.currentTarget.value.toUpperCase())}
        />
        <TextInput
          label={texts.language}
          description={texts.languageWhat}
          pattern="[a-z]{2,3}(-[A-Za-z0-9]{2,8})*"
          maxLength={35}
          required
          {...form.getInputProps('locale')}
        />
        <NumberInput
          label={texts.callback}
          description={texts.callbackWhat}
          min={1}
          max={10_080}
          allowDecimal={false}
          required
          {...form.getInputProps('callbackMinutes')}
        />
      </SimpleGrid>
    </>
  )
}

const LimitFields = ({ form }: { form: ReturnType<typeof useForm<AccountSettings>> }) => {
  const { account: texts } = useSecurityTexts()
  return (
    <SimpleGrid cols={{ base: 2, xs: 4 }}>
      {FAMILIES.map((family) => (
        <NumberInput
          key={family}
          label={texts.families[family]}
          min={1}
          max={100_000}
          allowDecimal={false}
          required
          withAsterisk={false}
          {...form.getInputProps(`limits.${family}`)}
        />
      ))}
    </SimpleGrid>
  )
}

export const AccountForm = () => {
  const { common } = useTexts()
  const { account: texts } = useSecurityTexts()
  const { settings } = useSuspenseQuery(accountQuery).data
  const save = useSaveAccount()
  const form = useForm<AccountSettings>({ initialValues: settings })
  const submit = form.onSubmit((values) => save.mutate(values, { onSuccess: () => notifySuccess(common.saved) }))
  return (
    <form onSubmit={submit}>
      <Stack mb="xl">
        {save.error && <Problem error={save.error} />}
        <AccountFields form={form} />
        <Section title={texts.limits} about={texts.limitsWhat} plain>
          <LimitFields form={form} />
        </Section>
        <Group>
          <Button type="submit" loading={save.isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
