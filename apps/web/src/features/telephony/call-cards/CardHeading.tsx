import { Group, Text, ThemeIcon } from '@mantine/core'
import type { CardCustomer } from '@patchbay/contract/telephony/workspace/call-cards'
import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useCallCardTexts } from '../../../texts/call-card.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Status } from '../../../ui/Status.tsx'
import { Phone } from '../click-to-call/Phone.tsx'
import { stateOf } from './card-texts.ts'
import type { ShownCard } from './gone-cards.ts'

const SECOND_MS = 1_000

/** D-85: how long it rings, or they talk; not read out each second. */
const CallTimer = ({ since }: { since: string }) => {
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

const Name = ({ customer }: { customer: CardCustomer | undefined }) => {
  const { customers } = useTexts()
  const texts = useCallCardTexts()
  const look = { fw: 600, size: 'lg', lh: 1.3 } as const
  if (!customer) return <Text {...look}>{texts.unknownCaller}</Text>
  return (
    <AnchorLink to="/customers/$id" params={{ id: String(customer.id) }} {...look}>
      {customer.name || customers.nameless}
    </AnchorLink>
  )
}

/** The name first, then the number; it can be called back when the call is over. */
export const CardHeading = ({ shown, customer }: { shown: ShownCard; customer: CardCustomer | undefined }) => {
  const { card, gone, duration } = shown
  const { calls } = useTexts()
  const texts = useCallCardTexts()
  const format = useFormat()
  const { tone, text } = stateOf(shown, texts, calls)
  const Icon = card.direction === 'in' ? IconPhoneIncoming : IconPhoneOutgoing
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start" miw={0}>
      <ThemeIcon size={36} radius="xl" variant={gone ? 'default' : 'filled'} aria-hidden>
        <Icon size={18} />
      </ThemeIcon>
      <div style={{ minWidth: 0 }}>
        <Name customer={customer} />
        {gone ? (
          <div>
            <Phone number={card.phone} {...(customer && { customerId: customer.id })} />
          </div>
        ) : (
          <Text size="sm" className="tabular">
            {card.phone}
          </Text>
        )}
        <Group gap="0 8px">
          <Status size="xs" tone={tone}>
            {text}
          </Status>
          {!gone && <CallTimer since={card.answeredAt ?? card.startedAt} />}
          {duration !== undefined && (
            <Text span size="xs" className="tabular">
              {format.duration(duration)}
            </Text>
          )}
          {card.shop && (
            <Text span size="xs" c="dimmed">
              {calls.to(card.shop.name)}
            </Text>
          )}
        </Group>
      </div>
    </Group>
  )
}
