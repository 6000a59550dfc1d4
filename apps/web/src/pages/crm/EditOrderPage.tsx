import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { OrderForm } from '../../features/crm/orders/OrderForm.tsx'
import { type OrderValues, toOrderEdit, valuesOf } from '../../features/crm/orders/order-form.ts'
import { orderQuery, useEditOrder } from '../../features/crm/orders/queries.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { ButtonLink, UpLink } from '../../ui/links.tsx'
import { notifySuccess } from '../../ui/notifications.ts'
import { Page } from '../../ui/Page.tsx'
import { useOrderChoices } from './order-choices.ts'

export const EditOrderPage = () => {
  const { order: texts, common } = useTexts()
  const { id } = useParams({ from: '/workspace/orders/$id/edit' })
  const { order } = useSuspenseQuery(orderQuery(Number(id))).data
  const edit = useEditOrder(order.id)
  const navigate = useNavigate()
  const back = { to: '/orders/$id', params: { id } } as const
  const save = (edited: OrderValues, onError: (error: unknown) => void) =>
    edit.mutate(toOrderEdit(edited), {
      onError,
      onSuccess: () => {
        notifySuccess(texts.saved)
        void navigate(back)
      },
    })
  return (
    <Page title={texts.editTitle(order.number)} up={<UpLink {...back}>{texts.title(order.number)}</UpLink>}>
      <OrderForm
        values={valuesOf(order)}
        choices={useOrderChoices()}
        isNew={false}
        about={
          // D-51
          Object.keys(order.payments).length > 0 && (
            <Text size="sm" c="dimmed">
              {texts.changed}
            </Text>
          )
        }
        action={common.save}
        cancel={
          <ButtonLink {...back} variant="default">
            {common.cancel}
          </ButtonLink>
        }
        save={edit}
        onSave={save}
      />
    </Page>
  )
}
