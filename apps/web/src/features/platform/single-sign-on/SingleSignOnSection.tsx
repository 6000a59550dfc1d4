import { Button, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSecurityTexts } from '../../../texts/security.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { SecretField } from '../../../ui/SecretField.tsx'
import { Section } from '../../../ui/Section.tsx'
import { singleSignOnQuery, useRemoveSingleSignOn } from './queries.ts'
import { SingleSignOnForm } from './SingleSignOnForm.tsx'

export const SingleSignOnSection = () => {
  const { singleSignOn: texts } = useSecurityTexts()
  const { settings, redirectUrl } = useSuspenseQuery(singleSignOnQuery).data
  const [opened, setOpened] = useState(false)
  const [removing, setRemoving] = useState(false)
  const remove = useRemoveSingleSignOn()
  const removed = () => {
    notifySuccess(texts.removed)
    setRemoving(false)
    setOpened(false)
  }
  const shown = settings !== undefined || opened
  return (
    <Section title={texts.title} about={texts.what} plain={!shown}>
      {shown ? (
        <Stack>
          <SecretField label={texts.redirectUrl} value={redirectUrl} />
          <SingleSignOnForm settings={settings} onRemove={() => setRemoving(true)} />
        </Stack>
      ) : (
        <Button variant="default" onClick={() => setOpened(true)}>
          {texts.setUp}
        </Button>
      )}
      <Confirm
        opened={removing}
        onClose={() => setRemoving(false)}
        title={texts.removeAsk}
        action={texts.remove}
        dangerous
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: removed })}
      >
        {texts.removeWhat}
      </Confirm>
    </Section>
  )
}
