import { Group, Select, Stack, Text } from '@mantine/core'
import { INVOICE_STATUSES, type InvoiceStatus } from '@patchbay/contract/invoice'
import { useSuspenseQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { tellDone, tellProblem } from '../../ui/tell.ts'
import { paymentSettingsQuery, useSavePaymentSettings } from './queries.ts'

/** D-50: which status a payment takes when its invoice changes; what types have of their own stays. */
export const StatusMapping = ({ statuses }: { statuses: readonly { code: string; name: string }[] }) => {
  const { mappings } = useSuspenseQuery(paymentSettingsQuery).data.settings
  const texts = useTexts()
  const save = useSavePaymentSettings()
  const general = mappings.filter(({ paymentType }) => paymentType === undefined)
  const set = (invoiceStatus: InvoiceStatus, paymentStatus: string | null) => {
    const others = mappings.filter((one) => one.paymentType !== undefined || one.invoiceStatus !== invoiceStatus)
    save.mutate(
      { mappings: paymentStatus === null ? others : [...others, { invoiceStatus, paymentStatus }] },
      {
        onSuccess: () => tellDone(texts.paymentSettings.saved),
        onError: (error) => tellProblem(errorText(texts, error)),
      },
    )
  }
  return (
    <Stack gap="sm">
      {INVOICE_STATUSES.map((status) => (
        <Group key={status} justify="space-between" gap="sm">
          <Text size="sm">{texts.invoices.statuses[status]}</Text>
          <Select
            aria-label={texts.invoices.statuses[status]}
            placeholder={texts.paymentSettings.unchanged}
            clearable
            w={{ base: '100%', xs: 320 }}
            data={statuses.map(({ code, name }) => ({ value: code, label: name }))}
            value={general.find(({ invoiceStatus }) => invoiceStatus === status)?.paymentStatus ?? null}
            onChange={(paymentStatus) => set(status, paymentStatus)}
          />
        </Group>
      ))}
    </Stack>
  )
}
