import { Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { WAIT_BOUNDS } from '@patchbay/contract/platform/histograms'
import type { AccountSettings } from '@patchbay/contract/platform/workspace/accounts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countryChoices, currencyChoices, languageChoices, timezoneChoices } from '../../../lib/choices.ts'
import { useFormat } from '../../../lib/format.ts'
import { currentLanguage, useTexts } from '../../../texts/catalogue.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { accountQuery, useSaveAccount } from './queries.ts'

const FAMILIES = ['api', 'telephony', 'payment', 'transport'] as const

/** The lists are long, and the form renders at every key press. */
const useChoices = ({ country, currency, locale, timezone }: AccountSettings) =>
  useMemo(() => {
    const language = currentLanguage()
    return {
      countries: countryChoices(language, country),
      currencies: currencyChoices(language, currency),
      languages: languageChoices(language, locale),
      timezones: timezoneChoices(timezone),
    }
  }, [country, currency, locale, timezone])

type Form = { form: ReturnType<typeof useForm<AccountSettings>> }

const AccountFields = ({ form, settings }: Form & { settings: AccountSettings }) => {
  const { account: texts } = useSecurityTexts()
  const choices = useChoices(settings)
  const format = useFormat()
  return (
    <>
      <TextInput label={texts.name} required maxLength={255} {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={texts.country}
          description={texts.countryWhat}
          data={choices.countries}
          searchable
          allowDeselect={false}
          {...form.getInputProps('country')}
        />
        <Select
          label={texts.language}
          description={texts.languageWhat}
          data={choices.languages}
          searchable
          allowDeselect={false}
          {...form.getInputProps('locale')}
        />
        <Select
          label={texts.timezone}
          data={choices.timezones}
          searchable
          allowDeselect={false}
          {...form.getInputProps('timezone')}
        />
        <Select
          label={texts.currency}
          data={choices.currencies}
          searchable
          allowDeselect={false}
          {...form.getInputProps('currency')}
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
        <Select
          label={texts.serviceLevel}
          description={texts.serviceLevelWhat}
          data={WAIT_BOUNDS.map((bound) => ({ value: String(bound), label: format.span(bound) }))}
          allowDeselect={false}
          value={String(form.values.serviceLevelSeconds)}
          onChange={(chosen) =>
            form.setFieldValue('serviceLevelSeconds', WAIT_BOUNDS.find((bound) => String(bound) === chosen) ?? 20)
          }
        />
      </SimpleGrid>
    </>
  )
}

const LimitFields = ({ form }: Form) => {
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
        <AccountFields form={form} settings={settings} />
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
