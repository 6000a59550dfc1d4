import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { customerQuery } from '../../features/crm/customers/queries.ts'
import { OrderForm } from '../../features/crm/orders/OrderForm.tsx'
import { newOrderValues, type OrderValues, toOrderEdit } from '../../features/crm/orders/order-form.ts'
import { useCreateOrder } from '../../features/crm/orders/queries.ts'
import { meQuery } from '../../lib/me.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { AnchorLink, ButtonLink, UpLink } from '../../ui/links.tsx'
import { notifySuccess } from '../../ui/notifications.ts'
import { Page } from '../../ui/Page.tsx'
import { PageSkeleton } from '../../ui/states.tsx'
import { useOrderChoices } from './order-choices.ts'

type Customer = {
  id: number
  firstName: string
  lastName: string
  phones: { number: string }[]
  email?: string | undefined
}

const NewOrder = ({ customer }: { customer: Customer | undefined }) => {
  const { order: texts, common, customers } = useTexts()
  const { phone, site } = useSearch({ from: '/workspace/orders/add' })
  const { me } = useSuspenseQuery(meQuery).data
  const choices = useOrderChoices()
  const create = useCreateOrder()
  const navigate = useNavigate()
  const values = newOrderValues({
    site: site ?? choices.shops[0]?.value ?? null,
    status: choices.statuses[0]?.value ?? null,
    manager: String(me.id),
    phone: phone ?? customer?.phones[0]?.number ?? '',
    ...(customer && {
      customer: customer.id,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email ?? '',
    }),
  })
  const save = (edited: OrderValues, onError: (error: unknown) => void) =>
    create.mutate(
      { ...toOrderEdit(edited), ...(edited.site !== null && { site: edited.site }) },
      {
        onError,
        onSuccess: ({ order }) => {
          notifySuccess(texts.created)
          void navigate({ to: '/orders/$id', params: { id: String(order.id) } })
        },
      },
    )
  return (
    <OrderForm
      values={values}
      choices={choices}
      isNew
      customer={
        customer && (
          <AnchorLink to="/customers/$id" params={{ id: String(customer.id) }} fw={500}>
            {`${customer.firstName} ${customer.lastName}`.trim() || customers.nameless}
          </AnchorLink>
        )
      }
      action={texts.create}
      cancel={
        <ButtonLink to="/orders" variant="default">
          {common.cancel}
        </ButtonLink>
      }
      save={create}
      onSave={save}
    />
  )
}

/** /orders/add?phone=…&customer=…: also the address that exchanges get from the manager lookup. */
export const NewOrderPage = () => {
  const { order: texts, orders } = useTexts()
  const { customer: id } = useSearch({ from: '/workspace/orders/add' })
  const known = useQuery({ ...customerQuery(id ?? 0), enabled: id !== undefined })
  const isLoading = id !== undefined && known.isPending
  return (
    <Page title={texts.new} up={<UpLink to="/orders">{orders.title}</UpLink>}>
      {isLoading ? <PageSkeleton /> : <NewOrder customer={known.data?.customer} />}
    </Page>
  )
}
