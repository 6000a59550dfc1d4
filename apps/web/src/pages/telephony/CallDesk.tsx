import type { Order } from '@patchbay/contract/crm/orders'
import type { RoutingDecision } from '@patchbay/contract/platform/workspace/routing'
import { Suspense, useState } from 'react'
import { CustomerPicker } from '../../features/crm/customers/CustomerPicker.tsx'
import { QuickCustomerForm } from '../../features/crm/customers/QuickCustomerForm.tsx'
import { useColleagueName } from '../../features/platform/users/queries.ts'
import { CallCardView, type CardForms } from '../../features/telephony/call-cards/CallCardView.tsx'
import { CardDock, focusCard } from '../../features/telephony/call-cards/CardDock.tsx'
import { useLinkCall } from '../../features/telephony/call-cards/queries.ts'
import type { Cards } from '../../features/telephony/call-cards/use-cards.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { useCallCardTexts } from '../../texts/call-card.ts'
import { notifySuccess } from '../../ui/notifications.ts'
import type { OrderOfCall } from './CallOrder.tsx'

const [RoutingExplanation] = lazyComponent(() => import('../../ui/RoutingExplanation.tsx'), 'RoutingExplanation')
const [CallOrder] = lazyComponent(() => import('./CallOrder.tsx'), 'CallOrder')

/** Own suspense: the names of colleagues may not be loaded yet, and the card must not wait for them. */
const CallRouting = ({ decision }: { decision: RoutingDecision }) => (
  <RoutingExplanation decision={decision} nameOf={useColleagueName()} />
)

const useForms = (): CardForms => {
  const texts = useCallCardTexts()
  return {
    createCustomer: (phone, { onDone, onCancel }) => (
      <QuickCustomerForm phone={phone} onSaved={onDone} onCancel={onCancel} />
    ),
    findCustomer: ({ onDone, onCancel }) => (
      <CustomerPicker
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        nothingFound={texts.nothingFound}
        onPick={onDone}
        onCancel={onCancel}
      />
    ),
    explainRouting: (decision) => (
      <Suspense fallback={null}>
        <CallRouting decision={decision} />
      </Suspense>
    ),
  }
}

/** An order for an unknown caller creates the customer: the call is theirs. */
const useFinishOrder = (of: OrderOfCall | undefined, cards: Cards) => {
  const callId = of?.callId ?? 0
  const link = useLinkCall(callId)
  const texts = useCallCardTexts()
  return (order: Order) => {
    notifySuccess(texts.orderCreated(order.number))
    if (of?.customerId !== undefined || order.customer === undefined) return
    link.mutate({ customerId: order.customer.id }, { onSuccess: ({ customers }) => cards.linked(callId, customers) })
  }
}

/** The call cards with the forms of the CRM: customers and orders are created without leaving the call. */
export const CallDesk = ({ cards }: { cards: Cards }) => {
  const forms = useForms()
  const [order, setOrder] = useState<OrderOfCall>()
  const finish = useFinishOrder(order, cards)
  const close = () => {
    setOrder(undefined)
    if (!order) return
    cards.release(order.callId)
    focusCard(order.callId)
  }
  return (
    <>
      <CardDock shown={cards.shown}>
        {(shown, place) => {
          const { callId, phone, shop } = shown.card
          return (
            <CallCardView
              key={callId}
              shown={shown}
              cards={cards}
              forms={forms}
              onOrder={(customer) => {
                cards.hold(callId)
                setOrder({ callId, phone, site: shop?.code, customerId: customer?.id, name: customer?.name })
              }}
              {...place}
            />
          )
        }}
      </CardDock>
      {order && (
        <Suspense fallback={null}>
          <CallOrder
            key={order.callId}
            of={order}
            onClose={close}
            onCreated={(created) => {
              finish(created)
              close()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
