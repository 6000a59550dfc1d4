import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../../../lib/me.ts'
import { chooseLanguage, currentLanguage, LANGUAGES, type Language, useTexts } from '../../../texts/catalogue.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { useSaveProfile } from './queries.ts'

const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))

export const ProfileForm = () => {
  const { common } = useTexts()
  const { profile: texts } = useSecurityTexts()
  const { me } = useSuspenseQuery(meQuery).data
  const save = useSaveProfile()
  const language: Language = currentLanguage()
  const form = useForm({ initialValues: { firstName: me.firstName, lastName: me.lastName, language } })
  const saved = (chosen: Language) => {
    notifySuccess(common.saved)
    if (chosen !== language) chooseLanguage(chosen)
  }
  const submit = form.onSubmit((values) => save.mutate(values, { onSuccess: () => saved(values.language) }))
  return (
    <>
      <form onSubmit={submit}>
        <Stack mb="xl">
          {save.error && <Problem error={save.error} />}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={texts.firstName} required maxLength={255} {...form.getInputProps('firstName')} />
            <TextInput label={texts.lastName} maxLength={255} {...form.getInputProps('lastName')} />
            <Select
              label={texts.language}
              data={LANGUAGE_CHOICES}
              allowDeselect={false}
              {...form.getInputProps('language')}
            />
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
      <Section title={me.accountName} about={texts.byAdmin}>
        <Facts
          columns={3}
          facts={[
            [texts.email, me.email],
            [texts.role, common[me.role]],
            [texts.timezone, me.timezone],
          ]}
        />
      </Section>
    </>
  )
}
