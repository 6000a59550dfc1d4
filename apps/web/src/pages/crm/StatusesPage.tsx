import { DeliveryTypes } from '../../features/crm/references/DeliveryTypes.tsx'
import { OrderStatuses } from '../../features/crm/references/OrderStatuses.tsx'
import { PaymentStatuses } from '../../features/crm/references/PaymentStatuses.tsx'
import { PaymentTypes } from '../../features/crm/references/PaymentTypes.tsx'
import { useStatuses } from '../../features/crm/references/status-queries.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'

export const StatusesPage = () => {
  const { shell } = useTexts()
  const { statuses: texts } = useSetUpTexts()
  const { orderStatuses, paymentStatuses, paymentTypes, deliveryTypes } = useStatuses()
  const toSettings = (
    <ButtonLink to="/payment-settings" variant="default">
      {texts.toSettings}
    </ButtonLink>
  )
  return (
    <Page title={shell.statuses} about={texts.about} actions={toSettings}>
      <OrderStatuses statuses={orderStatuses} />
      <PaymentStatuses statuses={paymentStatuses} />
      <PaymentTypes types={paymentTypes} />
      <DeliveryTypes types={deliveryTypes} />
    </Page>
  )
}
