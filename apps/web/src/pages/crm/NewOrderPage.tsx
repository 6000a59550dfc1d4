import type { Order } from '@patchbay/contract/crm/orders'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTexts } from '../../texts/catalogue.ts'
import { ButtonLink, UpLink } from '../../ui/links.tsx'
import { notifySuccess } from '../../ui/notifications.ts'
import { Page } from '../../ui/Page.tsx'
import { NewOrder } from './NewOrder.tsx'

/** /orders/add?phone=…&customer=…: also the address that exchanges get from the manager lookup. */
export const NewOrderPage = () => {
  const { order: texts, orders, common } = useTexts()
  const { customer, phone, site } = useSearch({ from: '/workspace/orders/add' })
  const navigate = useNavigate()
  const created = (order: Order) => {
    notifySuccess(texts.created)
    void navigate({ to: '/orders/$id', params: { id: String(order.id) } })
  }
  return (
    <Page title={texts.new} up={<UpLink to="/orders">{orders.title}</UpLink>}>
      <NewOrder
        customerId={customer}
        phone={phone}
        site={site}
        cancel={
          <ButtonLink to="/orders" variant="default">
            {common.cancel}
          </ButtonLink>
        }
        onCreated={created}
      />
    </Page>
  )
}
