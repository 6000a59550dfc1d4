import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { paymentSettingsQuery, useSavePaymentSettings } from './queries.ts'

/** P-16: the email with the payment link. */
export const LinkEmailForm = () => {
  const saved = useSuspenseQuery(paymentSettingsQuery).data.settings.letter
  const { paymentSettings: texts, common } = useTexts()
  const form = useForm({
    initialValues: saved,
    validate: { body: (body) => !body.includes('{link}') && texts.linkMissing },
    validateInputOnChange: ['body'],
  })
  const save = useSavePaymentSettings()
  const { subject, body } = form.values
  const changed = subject !== saved.subject || body !== saved.body
  return (
    <Stack align="flex-start">
      <TextInput label={texts.subject} w="100%" {...form.getInputProps('subject')} />
      <Textarea label={texts.body} autosize minRows={4} w="100%" {...form.getInputProps('body')} />
      {save.error && <Problem error={save.error} />}
      <Button
        disabled={!changed || !form.isValid() || subject === ''}
        loading={save.isPending}
        onClick={() => save.mutate({ letter: form.values }, { onSuccess: () => notifySuccess(texts.saved) })}
      >
        {common.save}
      </Button>
    </Stack>
  )
}
