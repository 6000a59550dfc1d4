import { useReferences } from '../../features/crm/references/queries.ts'
import { LinkEmailForm } from '../../features/payments/settings/LinkEmailForm.tsx'
import { StatusMapping } from '../../features/payments/settings/StatusMapping.tsx'
import { TypeBindings } from '../../features/payments/shops/TypeBindings.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'

export const PaymentSettingsPage = () => {
  const { paymentSettings: texts } = useTexts()
  const { paymentStatuses, paymentTypes } = useReferences()
  return (
    <Page title={texts.title} about={texts.about}>
      <Section title={texts.types} about={texts.typesWhat}>
        <TypeBindings />
      </Section>
      <Section title={texts.mapping} about={texts.mappingWhat}>
        <StatusMapping statuses={paymentStatuses} types={paymentTypes} />
      </Section>
      <Section title={texts.linkEmail} about={texts.linkEmailWhat}>
        <LinkEmailForm />
      </Section>
    </Page>
  )
}
