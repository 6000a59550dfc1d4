import { ActionIcon, Button, Divider, Group, Paper, Stack, Text } from '@mantine/core'
import type { RoutingDecision } from '@patchbay/contract/platform/workspace/routing'
import type { CardCustomer as Customer } from '@patchbay/contract/telephony/workspace/call-cards'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { meQuery } from '../../../lib/me.ts'
import { useCallCardTexts } from '../../../texts/call-card.ts'
import { currentLanguage, useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { CardControls } from '../softphone/CallControls.tsx'
import { CardCustomer, OtherCustomers } from './CardCustomer.tsx'
import styles from './CardDock.module.css'
import { focusCard } from './CardDock.tsx'
import { CardHeading } from './CardHeading.tsx'
import { CardNote } from './CardNote.tsx'
import { reasonFor } from './card-texts.ts'
import type { ShownCard } from './gone-cards.ts'
import { cardCustomersQuery, reportCardShown, useLinkCall } from './queries.ts'
import type { Cards } from './use-cards.ts'

type FormProps = { onDone: (customerId: number, name: string) => void; onCancel: () => void }

/** Forms of other areas: the page supplies them. */
export type CardForms = {
  createCustomer: (phone: string, form: FormProps) => ReactNode
  findCustomer: (form: FormProps) => ReactNode
  /** Whom the router would choose, and why not the others. */
  explainRouting: (decision: RoutingDecision) => ReactNode
}

type CardProps = {
  shown: ShownCard
  cards: Cards
  id: string
  isExpanded: boolean
  onToggle: () => void
  forms: CardForms
  onOrder: (customer: Customer | undefined) => void
}

/** T-15, D-30: why it rings here, and where else. */
const WhyHere = ({ shown: { card, gone } }: { shown: ShownCard }) => {
  const { me } = useSuspenseQuery(meQuery).data
  const texts = useCallCardTexts()
  const reason = gone === undefined && reasonFor(card, me.id, texts, currentLanguage())
  const names = card.rings.map(({ name, code }) => joinFacts([name, code], ' '))
  return (
    <>
      {reason && (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
      {!gone && names.length > 1 && (
        <Text size="xs" c="dimmed">
          {texts.ringsAt} {joinFacts(names, ', ')}
        </Text>
      )}
    </>
  )
}

type OfferProps = { phone: string; isPending: boolean; onAdd: () => void }

/** The call was linked by hand: the next one from this number should find the customer. */
const AddPhone = ({ phone, isPending, onAdd }: OfferProps) => {
  const texts = useCallCardTexts()
  return (
    <Group gap="xs" justify="space-between">
      <Text size="xs">{texts.notTheirs(phone)}</Text>
      <Button size="compact-xs" variant="default" loading={isPending} onClick={onAdd}>
        {texts.addPhone}
      </Button>
    </Group>
  )
}

const useCaller = ({ shown: { card, isWrapUp }, cards }: CardProps) => {
  const { customers } = useTexts()
  const texts = useCallCardTexts()
  const found = useQuery({
    ...cardCustomersQuery(card.callId),
    initialData: card.customers,
    // After a reload the card comes from the browser's storage.
    initialDataUpdatedAt: isWrapUp ? 0 : Date.now(),
  })
  const link = useLinkCall(card.callId)
  const linkTo = (customerId: number, name: string, addPhone = false) =>
    link.mutate(
      { customerId, addPhone },
      {
        onSuccess: (reply) => {
          cards.linked(card.callId, reply.customers)
          notifySuccess(addPhone ? texts.phoneAdded : texts.linked(name || customers.nameless))
        },
      },
    )
  const [caller, ...others] = found.data
  return { caller, others, link, linkTo }
}

const hasNumber = (phone: string): boolean => /\d{5}/.test(phone.replace(/\D/g, ''))

const Caller = ({ shown, forms, cards, onOrder, found }: CardProps & { found: ReturnType<typeof useCaller> }) => {
  const { callId, phone } = shown.card
  const { caller, others, link, linkTo } = found
  const texts = useCallCardTexts()
  const [form, setForm] = useState<'create' | 'find'>()
  const open = (which: 'create' | 'find') => () => {
    cards.hold(callId)
    setForm(which)
  }
  const close = () => {
    cards.release(callId)
    setForm(undefined)
    focusCard(callId)
  }
  const done = (customerId: number, name: string) => {
    linkTo(customerId, name)
    close()
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  return (
    <>
      {caller && <CardCustomer customer={caller} />}
      {caller?.match === 'none' && hasNumber(phone) && (
        <AddPhone phone={phone} isPending={link.isPending} onAdd={() => linkTo(caller.id, caller.name, true)} />
      )}
      {link.error && <Problem error={link.error} />}
      {form === undefined ? (
        <Group gap="xs">
          {!caller && <Button onClick={open('create')}>{texts.createCustomer}</Button>}
          <Button variant="default" onClick={() => onOrder(caller)}>
            {texts.createOrder}
          </Button>
          <Button variant="subtle" color="gray" c="dimmed" onClick={open('find')}>
            {caller ? texts.change : texts.find}
          </Button>
        </Group>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the form, as it does a dialog
        <div onKeyDown={closeOnEscape}>
          {form === 'create'
            ? forms.createCustomer(phone, { onDone: done, onCancel: close })
            : forms.findCustomer({ onDone: done, onCancel: close })}
        </div>
      )}
      <OtherCustomers
        customers={others}
        isLinking={link.isPending}
        onLink={(customer) => linkTo(customer.id, customer.name)}
      />
    </>
  )
}

/** T-15, T-16: the caller, their open orders and last note; forms to create or change them; the note of the call. */
export const CallCardView = (props: CardProps) => {
  const { shown, cards, id, isExpanded, onToggle } = props
  const { card, isWrapUp, gone } = shown
  const { callId } = card
  const { calls } = useTexts()
  const texts = useCallCardTexts()
  const found = useCaller(props)
  useEffect(() => {
    if (gone === undefined) void reportCardShown(callId)
  }, [callId, gone])
  const Chevron = isExpanded ? IconChevronDown : IconChevronUp
  const hide = () => (isWrapUp ? cards.dismiss(callId) : cards.hide(callId))
  return (
    <Paper
      id={id}
      component="section"
      className={styles.card ?? ''}
      withBorder
      shadow="sm"
      p={{ base: 'xs', lg: 'md' }}
      tabIndex={-1}
      aria-label={`${card.direction === 'in' ? calls.incoming : calls.outgoing} ${card.phone}`}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <CardHeading shown={shown} customer={found.caller} />
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            hiddenFrom="lg"
            variant="subtle"
            color="gray"
            aria-expanded={isExpanded}
            aria-label={isExpanded ? texts.collapse : texts.expand}
            onClick={onToggle}
          >
            <Chevron size={18} aria-hidden />
          </ActionIcon>
          {!isWrapUp && (
            <ActionIcon variant="subtle" color="gray" aria-label={texts.hide} onClick={hide}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {!gone && (
        <Suspense fallback={null}>
          <CardControls card={card} />
        </Suspense>
      )}
      <Stack gap="sm" mt="sm" {...(!isExpanded && { visibleFrom: 'lg' })}>
        <div>
          <WhyHere shown={shown} />
          {card.routing && !gone && props.forms.explainRouting(card.routing)}
        </div>
        <Caller {...props} found={found} />
        <Divider />
        {isWrapUp && <Text size="sm">{texts.wrapUp}</Text>}
        <CardNote
          callId={callId}
          note={card.note}
          text={shown.text}
          onType={(text) => cards.type(shown, text)}
          onSaved={(note) => cards.saved(callId, note)}
          onDismiss={isWrapUp ? hide : undefined}
        />
      </Stack>
    </Paper>
  )
}
