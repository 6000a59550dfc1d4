import { Grid, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { AttachedFiles } from '../../features/crm/attachments/AttachedFiles.tsx'
import { AddPayment } from '../../features/crm/order-payments/AddPayment.tsx'
import { OrderPayments } from '../../features/crm/order-payments/OrderPayments.tsx'
import type { PaymentTypeChoice } from '../../features/crm/order-payments/PaymentForm.tsx'
import { PaymentMenu } from '../../features/crm/order-payments/PaymentMenu.tsx'
import { OrderDelivery } from '../../features/crm/orders/OrderDelivery.tsx'
import { OrderItems } from '../../features/crm/orders/OrderItems.tsx'
import { PaidState, personOf } from '../../features/crm/orders/OrderList.tsx'
import { OrderStatusSelect } from '../../features/crm/orders/OrderStatusSelect.tsx'
import { orderQuery } from '../../features/crm/orders/queries.ts'
import { useNames, useReferences } from '../../features/crm/references/queries.ts'
import { PaymentInvoices } from '../../features/payments/invoices/PaymentInvoices.tsx'
import { paymentShopsQuery } from '../../features/payments/shops/queries.ts'
import { useReadOnVisit } from '../../features/platform/notifications/queries.ts'
import { TraceLink } from '../../features/platform/traces/TraceLink.tsx'
import { useColleagueName } from '../../features/platform/users/queries.ts'
import { Phone } from '../../features/telephony/click-to-call/Phone.tsx'
import { useFormat } from '../../lib/format.ts'
import { meQuery } from '../../lib/me.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { Facts } from '../../ui/Facts.tsx'
import { AnchorLink, ButtonLink, UpLink } from '../../ui/links.tsx'
import { ManagersOnly } from '../../ui/ManagersOnly.tsx'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'
import { NewTask } from './NewTask.tsx'

const OrderCustomer = ({ order }: { order: ReturnType<typeof useOrder> }) => {
  const { order: texts, customers } = useTexts()
  const names = useNames()
  const colleague = useColleagueName()
  const name = personOf(order) || customers.nameless
  return (
    <Section title={texts.customer}>
      <Stack gap="md">
        {order.customer ? (
          <AnchorLink to="/customers/$id" params={{ id: String(order.customer.id) }} fw={500}>
            {name}
          </AnchorLink>
        ) : (
          <Text size="sm">{name}</Text>
        )}
        <Facts
          columns={1}
          facts={[
            [customers.phone, order.phone && <Phone key="phone" number={order.phone} orderId={order.id} />],
            [customers.email, order.email],
            [customers.shop, names.shop(order.site)],
            [customers.manager, order.managerId === undefined ? customers.unassigned : colleague(order.managerId)],
            [texts.customerComment, order.customerComment],
            [texts.managerComment, order.managerComment],
          ]}
        />
      </Stack>
    </Section>
  )
}

/** P-06, P-07: the payment types, and what prevents using each. */
const usePaymentTypes = (): PaymentTypeChoice[] => {
  const { paymentTypes } = useReferences()
  const bound = useQuery(paymentShopsQuery).data?.types ?? []
  return paymentTypes
    .filter(({ active }) => active)
    .map(({ code, name }) => {
      const { usable = true, warning } = bound.find((one) => one.code === code) ?? {}
      return { code, name, usable, warning }
    })
}

const useOrder = () => {
  const { id } = useParams({ from: '/workspace/orders/$id' })
  return useSuspenseQuery(orderQuery(Number(id))).data.order
}

export const OrderPage = () => {
  const order = useOrder()
  useReadOnVisit('payments', order.id)
  const { order: texts, orders } = useTexts()
  const { orderStatuses, paymentStatuses } = useReferences()
  const names = useNames()
  const format = useFormat()
  const { me } = useSuspenseQuery(meQuery).data
  const types = usePaymentTypes()
  const isComplete = (status: string) => paymentStatuses.some(({ code, complete }) => code === status && complete)
  return (
    <Page
      title={texts.title(order.number)}
      up={<UpLink to="/orders">{orders.title}</UpLink>}
      about={texts.made(format.local(order.createdAt))}
      beside={<PaidState order={order} />}
      actions={
        <ManagersOnly otherwise={<Text>{names.orderStatus(order.status)}</Text>}>
          <NewTask about={{ orderId: order.id }} />
          <ButtonLink to="/orders/$id/edit" params={{ id: String(order.id) }} variant="default">
            {texts.edit}
          </ButtonLink>
          <OrderStatusSelect order={order} statuses={orderStatuses} />
        </ManagersOnly>
      }
      wide
    >
      <Grid gap="xl" rowGap={0}>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Section title={texts.items} plain>
            <OrderItems order={order} />
          </Section>
          <Section
            title={texts.payments}
            actions={
              <ManagersOnly>
                <AddPayment order={order} types={types} isComplete={isComplete} />
              </ManagersOnly>
            }
          >
            <OrderPayments
              order={order}
              typeName={names.paymentType}
              statusName={names.paymentStatus}
              below={(payment) => (
                <PaymentInvoices
                  order={order}
                  payment={payment}
                  isPaid={isComplete(payment.status)}
                  below={(id) => me.role === 'admin' && <TraceLink of="invoice" id={id} />}
                />
              )}
              beside={(payment) => (
                <ManagersOnly>
                  <PaymentMenu order={order} payment={payment} types={types} statuses={paymentStatuses} />
                </ManagersOnly>
              )}
              isComplete={isComplete}
            />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <OrderCustomer order={order} />
          <OrderDelivery order={order} typeName={names.deliveryType} />
          <AttachedFiles to={{ orderId: order.id }} />
        </Grid.Col>
      </Grid>
    </Page>
  )
}
