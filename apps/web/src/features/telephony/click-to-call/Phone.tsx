import { ActionIcon, Group, Text } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { useHasRole } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { telephonyQuery, useStartCall } from './queries.ts'

type PhoneProps = { number: string; orderId?: number; customerId?: number }

/** T-05: the icon that calls a number, exactly when the signed-in user can call. */
export const CallButton = ({ number, orderId, customerId }: PhoneProps) => {
  const texts = useTexts()
  const isManager = useHasRole('manager')
  const canCall = (useQuery(telephonyQuery).data?.canCall ?? false) && isManager
  const press = useStartCall()
  const start = () =>
    press.mutate(
      { phone: number, orderId, customerId },
      {
        onSuccess: () => notifySuccess(texts.calls.calling(number)),
        onError: (error) => notifyError(texts.calls.failed(errorText(texts, error))),
      },
    )
  if (!canCall) return null
  return (
    <ActionIcon
      variant="subtle"
      size="sm"
      aria-label={texts.calls.call(number)}
      title={texts.calls.call(number)}
      loading={press.isPending}
      onClick={start}
    >
      <IconPhone size={16} />
    </ActionIcon>
  )
}

/** A number with its call icon. */
export const Phone = (props: PhoneProps) => (
  <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
    <Text span size="sm" className="tabular">
      {props.number}
    </Text>
    <CallButton {...props} />
  </Group>
)
