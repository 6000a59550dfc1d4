import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CustomerForm } from '../../features/crm/customers/CustomerForm.tsx'
import { nameOf } from '../../features/crm/customers/CustomerList.tsx'
import { customerQuery } from '../../features/crm/customers/queries.ts'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useCustomerFormTexts } from '../../texts/customer-form.ts'
import { ButtonLink, UpLink } from '../../ui/links.tsx'
import { notifySuccess } from '../../ui/notifications.ts'
import { Page } from '../../ui/Page.tsx'

export const EditCustomerPage = () => {
  const { id } = useParams({ from: '/workspace/customers/$id/edit' })
  const { customer } = useSuspenseQuery(customerQuery(Number(id))).data
  const navigate = useNavigate()
  const { customers, common } = useTexts()
  const texts = useCustomerFormTexts()
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const colleague = useColleagueName()
  const name = nameOf(customer) || customers.nameless
  const here = { to: '/customers/$id', params: { id } } as const
  const saved = () => {
    notifySuccess(common.saved)
    void navigate(here)
  }
  return (
    <Page title={texts.editTitle(name)} up={<UpLink {...here}>{name}</UpLink>}>
      <CustomerForm
        customer={customer}
        managers={colleagues.map((one) => ({ value: String(one.id), label: colleague(one.id) }))}
        cancel={
          <ButtonLink variant="default" {...here}>
            {common.cancel}
          </ButtonLink>
        }
        onSaved={saved}
      />
    </Page>
  )
}
