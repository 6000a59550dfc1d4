import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Switch, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  CHIMES,
  type Chime,
  NOTIFICATION_CATEGORIES,
  RINGTONES,
  type Ringtone,
} from '@patchbay/contract/platform/notification-constants'
import type { NotificationSettings } from '@patchbay/contract/platform/workspace/notification-settings'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../../../lib/me.ts'
import { playChime, playRingtone } from '../../../lib/sounds.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useNotificationSettingsTexts } from '../../../texts/notification-settings.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { notificationSettingsQuery, useSaveNotificationSettings } from './queries.ts'

const WAYS = ['sound', 'desktop', 'push'] as const
const NIGHT = { from: '22:00', until: '07:00' }

type Form = ReturnType<typeof useForm<NotificationSettings>>

const Matrix = ({ form }: { form: Form }) => {
  const texts = useNotificationSettingsTexts()
  return (
    <Table aria-label={texts.what} verticalSpacing="sm" horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          {WAYS.map((way) => (
            <Table.Th key={way} ta="center" w={{ base: 76, xs: 110 }}>
              {texts.ways[way]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {NOTIFICATION_CATEGORIES.map((category) => (
          <Table.Tr key={category}>
            <Table.Th fw={500}>
              {texts.categories[category]}
              <Text size="xs" c="dimmed" fw={400} visibleFrom="xs">
                {texts.categoriesWhat[category]}
              </Text>
            </Table.Th>
            {WAYS.map((way) => (
              <Table.Td key={way}>
                <Checkbox
                  display="flex"
                  style={{ justifyContent: 'center' }}
                  aria-label={`${texts.categories[category]}: ${texts.ways[way]}`}
                  {...form.getInputProps(`${category}.${way}`, { type: 'checkbox' })}
                />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Sounds = ({ form }: { form: Form }) => {
  const texts = useNotificationSettingsTexts()
  const { ringtone, chime } = form.values
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Select
          flex={1}
          label={texts.ringtone}
          data={RINGTONES.map((value) => ({ value, label: texts.ringtones[value] }))}
          allowDeselect={false}
          value={ringtone}
          onChange={(value) => form.setFieldValue('ringtone', value as Ringtone)}
        />
        <Button
          variant="default"
          onClick={() => playRingtone(ringtone)}
          aria-label={`${texts.test}: ${texts.ringtone}`}
        >
          {texts.test}
        </Button>
      </Group>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Select
          flex={1}
          label={texts.chime}
          data={CHIMES.map((value) => ({ value, label: texts.chimes[value] }))}
          allowDeselect={false}
          value={chime}
          onChange={(value) => form.setFieldValue('chime', value as Chime)}
        />
        <Button variant="default" onClick={() => playChime(chime)} aria-label={`${texts.test}: ${texts.chime}`}>
          {texts.test}
        </Button>
      </Group>
    </SimpleGrid>
  )
}

const QuietHours = ({ form }: { form: Form }) => {
  const texts = useNotificationSettingsTexts()
  const { quietHours } = form.values
  return (
    <Stack>
      <Switch
        label={texts.quiet}
        checked={quietHours !== undefined}
        onChange={(event) => form.setFieldValue('quietHours', event.currentTarget.checked ? NIGHT : undefined)}
      />
      {quietHours && (
        <Group>
          <TextInput type="time" label={texts.from} required {...form.getInputProps('quietHours.from')} />
          <TextInput type="time" label={texts.until} required {...form.getInputProps('quietHours.until')} />
        </Group>
      )}
    </Stack>
  )
}

export const SettingsForm = () => {
  const { common } = useTexts()
  const texts = useNotificationSettingsTexts()
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const { settings } = useSuspenseQuery(notificationSettingsQuery).data
  const save = useSaveNotificationSettings()
  const form = useForm<NotificationSettings>({ initialValues: settings })
  const submit = form.onSubmit((values) => save.mutate(values, { onSuccess: () => notifySuccess(common.saved) }))
  return (
    <form onSubmit={submit}>
      {save.error && <Problem error={save.error} />}
      <Section title={texts.what}>
        <Matrix form={form} />
      </Section>
      <Section title={texts.sounds} about={texts.soundsWhat}>
        <Sounds form={form} />
      </Section>
      <Section title={texts.quietHours} about={texts.quietHoursWhat(timezone)}>
        <QuietHours form={form} />
      </Section>
      <Section title={texts.email} about={texts.emailWhat(timezone)}>
        <Switch label={texts.weeklyReport} {...form.getInputProps('weeklyReport', { type: 'checkbox' })} />
      </Section>
      <Group mb="xl">
        <Button type="submit" loading={save.isPending}>
          {common.save}
        </Button>
      </Group>
    </form>
  )
}
