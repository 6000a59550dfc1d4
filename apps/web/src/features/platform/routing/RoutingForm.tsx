import { Button, Group, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import { useRoutingTexts } from '../../../texts/routing.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { routingQuery, useSaveRouting } from './queries.ts'

const USUAL_MINUTES = 15

/** Whether chats are assigned, and when they escalate. */
export const RoutingForm = () => {
  const { common } = useTexts()
  const { assignment: texts } = useRoutingTexts()
  const { settings } = useSuspenseQuery(routingQuery).data
  const save = useSaveRouting()
  const { enabled, escalateMinutes } = settings
  const form = useForm({
    initialValues: {
      enabled,
      escalates: escalateMinutes !== undefined,
      minutes: (escalateMinutes ?? USUAL_MINUTES) as number | string,
    },
  })
  const submit = form.onSubmit((values) =>
    save.mutate(
      { enabled: values.enabled, ...(values.escalates && { escalateMinutes: Number(values.minutes) }) },
      { onSuccess: () => notifySuccess(common.saved) },
    ),
  )
  return (
    <Section title={texts.title} about={texts.what}>
      <form onSubmit={submit}>
        <Stack>
          {save.error && <Problem error={save.error} />}
          <Switch
            label={texts.enabled}
            description={texts.enabledWhat}
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
          <Group align="flex-end">
            <Switch
              flex="1 1 16rem"
              label={texts.escalate}
              description={texts.escalateWhat}
              {...form.getInputProps('escalates', { type: 'checkbox' })}
            />
            <NumberInput
              label={texts.minutes}
              w={160}
              min={1}
              max={10_080}
              allowDecimal={false}
              required={form.values.escalates}
              withAsterisk={false}
              disabled={!form.values.escalates}
              {...form.getInputProps('minutes')}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {texts.capacity}{' '}
            <AnchorLink to="/users" size="sm" underline="always">
              {texts.toUsers}
            </AnchorLink>
          </Text>
          <Group>
            <Button type="submit" loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
