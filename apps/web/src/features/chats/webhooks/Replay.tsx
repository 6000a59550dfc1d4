import { Text, TextInput } from '@mantine/core'
import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import { useState } from 'react'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useReplay } from './queries.ts'

type ReplayProps = {
  code: string
  zone: string
  /** An instant; the field shows it in the account's time zone, like the rest of the page. */
  from: string
  onClose: () => void
}

const fieldOf = (at: string, zone: string): string => toLocalTime(new Date(at), zone).replace(' ', 'T')

/** D-69: send every event since a time again, after a module lost data. */
export const Replay = ({ code, zone, from, onClose }: ReplayProps) => {
  const { webhooks: texts } = useSetUpTexts()
  const [field, setField] = useState(() => fieldOf(from, zone))
  const replay = useReplay(code)
  const at = fromLocalTime(field, zone)
  const confirm = () =>
    at &&
    replay.mutate(at.toISOString(), {
      onSuccess: ({ count }) => {
        notifySuccess(count > 0 ? texts.replayed(count) : texts.replayedNone)
        onClose()
      },
    })
  return (
    <Confirm
      opened
      onClose={onClose}
      title={texts.replayAsk}
      action={texts.replay}
      pending={replay.isPending}
      error={replay.error}
      onConfirm={confirm}
    >
      <Text size="sm">{texts.replayWhat}</Text>
      <TextInput
        label={texts.replayFrom}
        type="datetime-local"
        step={1}
        required
        value={field}
        onChange={(event) => setField(event.currentTarget.value)}
      />
    </Confirm>
  )
}
