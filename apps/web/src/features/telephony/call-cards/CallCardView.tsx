import { ActionIcon, Box, Divider, Group, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import type { CardCustomer } from '@patchbay/contract/telephony/workspace/call-cards'
import { IconPhoneIncoming, IconPhoneOutgoing, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { asSentence, useFormat } from '../../../lib/format.ts'
import { referenceName } from '../../../lib/reference-names.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Status } from '../../../ui/Status.tsx'
import { CardNote } from './CardNote.tsx'
import type { ShownCard } from './use-cards.ts'

const Customer = ({ customer }: { customer: CardCustomer }) => {
  const all = useTexts()
  const { card: texts, customers } = all
  const format = useFormat()
  const facts = [
    customer.match === 'tail' && texts.likely,
    customer.lastContactAt && texts.lastContact(format.ago(customer.lastContactAt)),
  ].filter(Boolean)
  return (
    <div>
      <AnchorLink to="/customers/$id" params={{ id: String(customer.id) }} fw={600}>
        {customer.name || customers.nameless}
      </AnchorLink>
      {facts.length > 0 && (
        <Text size="xs" c="dimmed">
          {asSentence(facts.join(' · '))}
        </Text>
      )}
      {customer.openOrders.length > 0 && (
        <Stack gap={2} mt={4}>
          {customer.openOrders.map((order) => (
            <Group key={order.id} justify="space-between" gap="xs" wrap="nowrap">
              <AnchorLink to="/orders/$id" params={{ id: String(order.id) }} size="sm">
                {order.number}
              </AnchorLink>
              <Text size="sm" c="dimmed" className="tabular">
                {referenceName(all, 'orderStatuses', { code: order.statusCode ?? '', name: order.status })} ·{' '}
                {format.money(order.total, order.currency)}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </div>
  )
}

const SECOND_MS = 1_000

/** D-85: how long the talk lasts; not read out each second. */
const TalkTimer = ({ since }: { since: string }) => {
  const format = useFormat()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Text span size="xs" className="tabular" role="timer">
      {format.duration(Math.max(0, (now - Date.parse(since)) / SECOND_MS))}
    </Text>
  )
}

const Heading = ({ card, gone, isWrapUp }: ShownCard) => {
  const { card: texts, calls } = useTexts()
  const Icon = card.direction === 'in' ? IconPhoneIncoming : IconPhoneOutgoing
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon size={40} radius="xl" variant={gone ? 'default' : 'filled'} aria-hidden>
        <Icon size={20} />
      </ThemeIcon>
      <Box flex={1} miw={0}>
        <Text size="xs" c="dimmed">
          {card.direction === 'in' ? texts.incoming : texts.outgoing} {card.shop && texts.to(card.shop.name)}
        </Text>
        <Text fw={600} size="lg" className="tabular">
          {card.phone}
        </Text>
        <Group gap="xs">
          <Status size="xs" tone={gone ? 'calm' : card.state === 'talking' ? 'good' : 'info'}>
            {gone ? texts.gone[gone] : calls[card.state]}
          </Status>
          {!gone && card.answeredAt !== undefined && <TalkTimer since={card.answeredAt} />}
        </Group>
        {isWrapUp && (
          <Text size="sm" mt={4}>
            {texts.wrapUp}
          </Text>
        )}
      </Box>
    </Group>
  )
}

type CardProps = {
  shown: ShownCard
  onType: (text: string) => void
  onSaved: (note: string) => void
  onHide: () => void
}

/** T-15, T-16: the caller, their open orders and tasks, and a note; after the call, the form to write it up. */
export const CallCardView = ({ shown, onType, onSaved, onHide }: CardProps) => {
  const { card, gone, isWrapUp } = shown
  const { card: texts } = useTexts()
  const names = card.rings.map(({ name, code }) => [name, code].filter(Boolean).join(' '))
  return (
    <Paper
      withBorder
      shadow="lg"
      p="md"
      role="region"
      aria-label={`${card.direction === 'in' ? texts.incoming : texts.outgoing} ${card.phone}`}
      style={{ opacity: gone && !isWrapUp ? 0.85 : 1 }}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Heading {...shown} />
        {!isWrapUp && (
          <ActionIcon variant="subtle" color="gray" aria-label={texts.hide} onClick={onHide}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </Group>
      <Divider my="sm" />
      <Stack gap="sm">
        {card.customers.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.unknownCaller}
          </Text>
        )}
        {card.customers.length > 1 && (
          <Text size="xs" c="dimmed">
            {texts.several}
          </Text>
        )}
        {card.customers.map((customer) => (
          <Customer key={customer.id} customer={customer} />
        ))}
        {!gone && names.length > 1 && (
          <Text size="xs" c="dimmed">
            {texts.ringsAt} {names.join(', ')}
          </Text>
        )}
        <CardNote
          callId={card.callId}
          note={card.note}
          text={shown.text}
          onType={onType}
          onSaved={onSaved}
          onDismiss={isWrapUp ? onHide : undefined}
        />
      </Stack>
    </Paper>
  )
}
