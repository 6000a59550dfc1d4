import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CustomerForm } from '../../features/crm/customers/CustomerForm.tsx'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useCustomerFormTexts } from '../../texts/customer-form.ts'
import { ButtonLink, UpLink } from '../../ui/links.tsx'
import { notifySuccess } from '../../ui/notifications.ts'
import { Page } from '../../ui/Page.tsx'

export const NewCustomerPage = () => {
  const { phone } = useSearch({ from: '/workspace/customers/add' })
  const navigate = useNavigate()
  const { customers, common } = useTexts()
  const texts = useCustomerFormTexts()
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const colleague = useColleagueName()
  const saved = (id: number) => {
    notifySuccess(texts.created)
    void navigate({ to: '/customers/$id', params: { id: String(id) } })
  }
  return (
    <Page title={customers.add} up={<UpLink to="/customers">{customers.title}</UpLink>}>
      <CustomerForm
        phone={phone}
        managers={colleagues.map(({ id }) => ({ value: String(id), label: colleague(id) }))}
        cancel={
          <ButtonLink variant="default" to="/customers">
            {common.cancel}
          </ButtonLink>
        }
        onSaved={saved}
      />
    </Page>
  )
}
