import { Button, Group, Stack, Text } from '@mantine/core'
import type { CallSummary } from '@patchbay/contract/telephony/workspace/calls'
import { type ReactNode, useState } from 'react'
import { useCallPageTexts } from '../../../texts/call-pages.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useLinkCall } from '../call-cards/queries.ts'

type PickerProps = { onDone: (id: number, name: string) => void; onCancel: () => void }

type CallCustomerProps = {
  call: CallSummary
  name: string | undefined
  /** The customers with the number of the call. */
  candidates: { id: number; name: string }[]
  /** Finds a customer; the page supplies it. */
  picker: (form: PickerProps) => ReactNode
}

/** Another customer with this number, or any other one, gets the call with one click. */
const Relink = ({ call, candidates, picker }: Omit<CallCustomerProps, 'name'>) => {
  const { relink: texts } = useCallPageTexts()
  const { customers } = useTexts()
  const [isPicking, setPicking] = useState(false)
  const others = candidates.filter(({ id }) => id !== call.customerId)
  const link = useLinkCall(call.id)
  const linkTo = (customerId: number, name: string) =>
    link.mutate(
      { customerId },
      {
        onSuccess: () => {
          setPicking(false)
          notifySuccess(texts.linked(name || customers.nameless))
        },
      },
    )
  return (
    <Stack gap="xs" align="flex-start" mt={4}>
      {link.error && <Problem error={link.error} />}
      {others.length > 0 && (
        <Text size="xs" c="dimmed">
          {texts.others}
        </Text>
      )}
      {others.map(({ id, name }) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <AnchorLink to="/customers/$id" params={{ id: String(id) }} size="sm">
            {name || customers.nameless}
          </AnchorLink>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.linkTo(name || customers.nameless)}
            disabled={link.isPending}
            onClick={() => linkTo(id, name)}
          >
            {texts.linkShort}
          </Button>
        </Group>
      ))}
      {isPicking ? (
        picker({ onDone: linkTo, onCancel: () => setPicking(false) })
      ) : (
        <Button size="compact-xs" variant="default" onClick={() => setPicking(true)}>
          {call.customerId === undefined ? texts.link : texts.change}
        </Button>
      )}
    </Stack>
  )
}

/** The customer of a call, and whom it belongs to if that is wrong. */
export const CallCustomer = ({ call, name, candidates, picker }: CallCustomerProps) => {
  const { calls, customers } = useTexts()
  return (
    <div>
      {call.customerId === undefined ? (
        <Text size="sm" c="dimmed" component="span">
          {calls.unknown}
        </Text>
      ) : (
        <AnchorLink to="/customers/$id" params={{ id: String(call.customerId) }} size="sm">
          {name || customers.nameless}
        </AnchorLink>
      )}
      <ManagersOnly>
        <Relink call={call} candidates={candidates} picker={picker} />
      </ManagersOnly>
    </div>
  )
}
