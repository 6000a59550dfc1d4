import { Group, Select, Stack, Text } from '@mantine/core'
import { INVOICE_STATUSES } from '@patchbay/contract/base/constants'
import type { InvoiceStatus } from '@patchbay/contract/payments/statuses'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { paymentSettingsQuery, useSavePaymentSettings } from './queries.ts'

type Named = { code: string; name: string }
type MappingProps = { statuses: readonly Named[]; types: readonly Named[] }

const asChoices = (rows: readonly Named[]) => rows.map(({ code, name }) => ({ value: code, label: name }))

/** D-50: which status a payment gets when its invoice changes: for all payment types, with exceptions for single ones. */
export const StatusMapping = ({ statuses, types }: MappingProps) => {
  const { mappings } = useSuspenseQuery(paymentSettingsQuery).data.settings
  const texts = useTexts()
  const save = useSavePaymentSettings()
  const [type, setType] = useState<string>()
  const mapped = (status: InvoiceStatus, of: string | undefined) =>
    mappings.find(({ invoiceStatus, paymentType }) => invoiceStatus === status && paymentType === of)?.paymentStatus
  const nameOf = (code: string | undefined) => statuses.find((one) => one.code === code)?.name
  const set = (invoiceStatus: InvoiceStatus, paymentStatus: string | null) => {
    const others = mappings.filter((one) => one.paymentType !== type || one.invoiceStatus !== invoiceStatus)
    const added = { invoiceStatus, ...(type !== undefined && { paymentType: type }) }
    save.mutate(
      { mappings: paymentStatus === null ? others : [...others, { ...added, paymentStatus }] },
      {
        onSuccess: () => notifySuccess(texts.paymentSettings.saved),
        onError: (error) => notifyError(errorText(texts, error)),
      },
    )
  }
  return (
    <Stack gap="sm">
      <Select
        label={texts.paymentSettings.mappingOf}
        placeholder={texts.paymentSettings.everyType}
        clearable
        mb="xs"
        data={asChoices(types)}
        value={type ?? null}
        onChange={(chosen) => setType(chosen ?? undefined)}
      />
      {INVOICE_STATUSES.map((status) => (
        <Group key={status} justify="space-between" gap="sm">
          <Text size="sm">{texts.invoices.statuses[status]}</Text>
          <Select
            aria-label={texts.invoices.statuses[status]}
            // A type without its own mapping uses the mapping of all types.
            placeholder={(type && nameOf(mapped(status, undefined))) || texts.paymentSettings.unchanged}
            clearable
            w={{ base: '100%', xs: 320 }}
            data={asChoices(statuses)}
            value={mapped(status, type) ?? null}
            onChange={(paymentStatus) => set(status, paymentStatus)}
          />
        </Group>
      ))}
    </Stack>
  )
}
