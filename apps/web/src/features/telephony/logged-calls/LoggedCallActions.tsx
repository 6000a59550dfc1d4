import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { CallSummary } from '@patchbay/contract/telephony/workspace/calls'
import { IconPhonePlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { meQuery } from '../../../lib/me.ts'
import { useCallPageTexts } from '../../../texts/call-pages.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { type FormParts, LoggedCallForm } from './LoggedCallForm.tsx'
import { newLoggedCall, valuesOfCall } from './logged-call-form.ts'
import { useDeleteLoggedCall, useEditLoggedCall, useLogCall } from './queries.ts'

/** For calls that were made or taken on another phone. */
export const LogCallButton = (parts: FormParts) => {
  const { log: texts } = useCallPageTexts()
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const [opened, form] = useDisclosure()
  const save = useLogCall()
  const saved = () => {
    form.close()
    notifySuccess(texts.saved)
  }
  return (
    <>
      <Button leftSection={<IconPhonePlus size={16} aria-hidden />} onClick={form.open}>
        {texts.add}
      </Button>
      {opened && (
        <LoggedCallForm
          {...parts}
          title={texts.title}
          initial={newLoggedCall('', new Date(), timezone)}
          customer={undefined}
          save={save}
          onSaved={saved}
          onClose={form.close}
        />
      )}
    </>
  )
}

type EditProps = FormParts & {
  call: CallSummary
  customer: { id: number; name: string } | undefined
  /** To the list, before the call is deleted. */
  onLeave: () => void
}

/** Edit and delete, for its author and administrators. */
export const LoggedCallActions = ({ call, customer, onLeave, ...parts }: EditProps) => {
  const all = useTexts()
  const { log: texts } = useCallPageTexts()
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const [editing, form] = useDisclosure()
  const [asking, question] = useDisclosure()
  const save = useEditLoggedCall(call.id)
  const remove = useDeleteLoggedCall(call.id)
  const saved = () => {
    form.close()
    notifySuccess(texts.changed)
  }
  // The page leaves first: by the time the call is deleted, nothing asks for it any more.
  const leaveAndRemove = () => {
    onLeave()
    // A promise: this component is gone when the answer arrives.
    void remove.mutateAsync(undefined).then(
      () => notifySuccess(texts.removed),
      (error: unknown) => notifyError(errorText(all, error)),
    )
  }
  return (
    <Group gap="xs">
      <Button variant="default" onClick={form.open}>
        {texts.edit}
      </Button>
      <Button variant="default" onClick={question.open}>
        {texts.remove}
      </Button>
      {editing && (
        <LoggedCallForm
          {...parts}
          title={texts.edit}
          initial={valuesOfCall(call, timezone)}
          customer={customer}
          save={save}
          onSaved={saved}
          onClose={form.close}
        />
      )}
      <Confirm
        opened={asking}
        onClose={question.close}
        title={texts.removeAsk}
        action={texts.remove}
        dangerous
        onConfirm={leaveAndRemove}
      >
        {texts.removeWhat}
      </Confirm>
    </Group>
  )
}
