import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { useHasRole } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { telephonyQuery, useStartCall } from './queries.ts'

type PhoneProps = { number: string; orderId?: number; customerId?: number }

/** T-05: a number, with the icon that calls it exactly when the signed-in user can call. */
export const Phone = ({ number, orderId, customerId }: PhoneProps) => {
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
  return (
    <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
      <Text span size="sm" className="tabular">
        {number}
      </Text>
      {canCall && (
        <Tooltip label={texts.calls.call(number)}>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={texts.calls.call(number)}
            loading={press.isPending}
            onClick={start}
          >
            <IconPhone size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}
