import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { Problem } from '../../ui/Confirm.tsx'
import { tellDone } from '../../ui/tell.ts'
import { paymentSettingsQuery, useSavePaymentSettings } from './queries.ts'

/** P-16: what a client is written who gets the link by e-mail. */
export const LetterForm = () => {
  const kept = useSuspenseQuery(paymentSettingsQuery).data.settings.letter
  const { paymentSettings: texts, common } = useTexts()
  const [letter, setLetter] = useState(kept)
  const save = useSavePaymentSettings()
  const changed = letter.subject !== kept.subject || letter.body !== kept.body
  const hasLink = letter.body.includes('{link}')
  return (
    <Stack align="flex-start">
      <TextInput
        label={texts.subject}
        w="100%"
        value={letter.subject}
        onChange={(event) => setLetter({ ...letter, subject: event.currentTarget.value })}
      />
      <Textarea
        label={texts.body}
        autosize
        minRows={4}
        w="100%"
        error={!hasLink && texts.linkMissing}
        value={letter.body}
        onChange={(event) => setLetter({ ...letter, body: event.currentTarget.value })}
      />
      {save.error && <Problem error={save.error} />}
      <Button
        disabled={!changed || !hasLink || letter.subject === ''}
        loading={save.isPending}
        onClick={() => save.mutate({ letter }, { onSuccess: () => tellDone(texts.saved) })}
      >
        {common.save}
      </Button>
    </Stack>
  )
}
