import { Button, Group, Stack, Text } from '@mantine/core'
import type { CardCustomer as Customer } from '@patchbay/contract/telephony/workspace/call-cards'
import { joinFacts } from '../../../lib/bidi.ts'
import { asSentence, useFormat } from '../../../lib/format.ts'
import { referenceName } from '../../../lib/reference-names.ts'
import { useCallCardTexts } from '../../../texts/call-card.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { AnchorLink } from '../../../ui/links.tsx'

const OpenOrders = ({ orders }: { orders: Customer['openOrders'] }) => {
  const all = useTexts()
  const texts = useCallCardTexts()
  const format = useFormat()
  const statusOf = ({ statusCode = '', status }: (typeof orders)[number]) =>
    referenceName(all, 'orderStatuses', { code: statusCode, name: status })
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {texts.openOrders}
      </Text>
      {orders.map((order) => (
        <Group key={order.id} justify="space-between" gap="xs" wrap="nowrap">
          <AnchorLink to="/orders/$id" params={{ id: String(order.id) }} size="sm" fw={500}>
            {order.number}
          </AnchorLink>
          <Text size="sm" c="dimmed" className="tabular" ta="end">
            {joinFacts([statusOf(order), format.money(order.total, order.currency)])}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

const LastNote = ({ note }: { note: NonNullable<Customer['lastNote']> }) => {
  const texts = useCallCardTexts()
  const format = useFormat()
  return (
    <div>
      <Text size="xs" c="dimmed">
        {joinFacts([texts.lastNote, note.by, format.ago(note.at)])}
      </Text>
      <Text size="sm" lineClamp={3}>
        {note.text}
      </Text>
    </div>
  )
}

/** What a manager wants to know about the caller at once. */
export const CardCustomer = ({ customer }: { customer: Customer }) => {
  const texts = useCallCardTexts()
  const format = useFormat()
  const facts = [
    customer.match === 'tail' && texts.likely,
    customer.lastContactAt && texts.lastContact(format.ago(customer.lastContactAt)),
  ].filter(Boolean)
  return (
    <>
      {facts.length > 0 && (
        <Text size="xs" c="dimmed">
          {asSentence(joinFacts(facts))}
        </Text>
      )}
      {customer.openOrders.length > 0 && <OpenOrders orders={customer.openOrders} />}
      {customer.lastNote && <LastNote note={customer.lastNote} />}
    </>
  )
}

type OthersProps = { customers: readonly Customer[]; isLinking: boolean; onLink: (customer: Customer) => void }

/** Others with the same number: the call can be theirs. */
export const OtherCustomers = ({ customers, isLinking, onLink }: OthersProps) => {
  const texts = useCallCardTexts()
  const { customers: customerTexts } = useTexts()
  if (customers.length === 0) return null
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {texts.several}
      </Text>
      {customers.map((customer) => {
        const name = customer.name || customerTexts.nameless
        return (
          <Group key={customer.id} justify="space-between" gap="xs" wrap="nowrap">
            <AnchorLink to="/customers/$id" params={{ id: String(customer.id) }} size="sm">
              {name}
            </AnchorLink>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.link(name)}
              disabled={isLinking}
              onClick={() => onLink(customer)}
            >
              {texts.linkShort}
            </Button>
          </Group>
        )
      })}
    </Stack>
  )
}
