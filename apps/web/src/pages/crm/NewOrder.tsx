import type { Address } from '@patchbay/contract/crm/addresses'
import type { Order } from '@patchbay/contract/crm/orders'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addressValues } from '../../features/crm/addresses/address-values.ts'
import { customerQuery } from '../../features/crm/customers/queries.ts'
import { OrderForm } from '../../features/crm/orders/OrderForm.tsx'
import { newOrderValues, type OrderValues, toOrderEdit } from '../../features/crm/orders/order-form.ts'
import { useCreateOrder } from '../../features/crm/orders/queries.ts'
import { meQuery } from '../../lib/me.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { PageSkeleton } from '../../ui/states.tsx'
import { useOrderChoices } from './order-choices.ts'

type Customer = {
  id: number
  firstName: string
  lastName: string
  phones: { number: string }[]
  email?: string | undefined
  address?: Address | undefined
}

type NewOrderProps = {
  customerId: number | undefined
  phone: string | undefined
  site: string | undefined
  cancel: ReactNode
  onCreated: (order: Order) => void
}

const Form = ({
  customer,
  phone,
  site,
  cancel,
  onCreated,
}: Omit<NewOrderProps, 'customerId'> & { customer: Customer | undefined }) => {
  const { order: texts, customers } = useTexts()
  const { me } = useSuspenseQuery(meQuery).data
  const choices = useOrderChoices()
  const create = useCreateOrder()
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
      address: addressValues(customer.address),
    }),
  })
  const save = (edited: OrderValues, onError: (error: unknown) => void) =>
    create.mutate(
      { ...toOrderEdit(edited), ...(edited.site !== null && { site: edited.site }) },
      { onError, onSuccess: ({ order }) => onCreated(order) },
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
      cancel={cancel}
      save={create}
      onSave={save}
    />
  )
}

/** The form of a new order, filled in with a customer and a number. */
export const NewOrder = ({ customerId, ...props }: NewOrderProps) => {
  const known = useQuery({ ...customerQuery(customerId ?? 0), enabled: customerId !== undefined })
  const isLoading = customerId !== undefined && known.isPending
  return isLoading ? <PageSkeleton /> : <Form {...props} customer={known.data?.customer} />
}
