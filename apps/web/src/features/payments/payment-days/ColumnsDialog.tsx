import { Select, Stack, Text } from '@mantine/core'
import { NEEDED_STATEMENT_FIELDS, STATEMENT_FIELDS } from '@patchbay/contract/payments/day-constants'
import type { StatementColumns } from '@patchbay/contract/payments/workspace/payment-days'
import { useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { usePaymentDayTexts } from '../../../texts/payment-days.ts'
import { Confirm } from '../../../ui/Confirm.tsx'

type ColumnsDialogProps = {
  columns: StatementColumns
  pending: boolean
  onClose: () => void
  onChosen: (mapping: string) => void
}

/** Which column holds what, where the headings do not tell. */
export const ColumnsDialog = ({
  columns: { headings, mapping, rows },
  pending,
  onClose,
  onChosen,
}: ColumnsDialogProps) => {
  const texts = usePaymentDayTexts()
  const [chosen, setChosen] = useState<string[]>(mapping.map((field) => field ?? ''))
  const data = [
    { value: '', label: texts.notRead },
    ...STATEMENT_FIELDS.map((value) => ({ value, label: texts.fields[value] ?? value })),
  ]
  // Two columns may have one heading.
  const named = headings.map((heading, place) => ({ heading, place, key: `${place} ${heading}` }))
  const choose = (place: number, value: string | null) =>
    setChosen(chosen.map((one, at) => (at === place ? (value ?? '') : one === value ? '' : one)))
  return (
    <Confirm
      opened
      onClose={onClose}
      title={texts.columnsTitle}
      action={texts.upload}
      pending={pending}
      disabled={!NEEDED_STATEMENT_FIELDS.every((field) => chosen.includes(field))}
      onConfirm={() => onChosen(chosen.join(','))}
    >
      <Text size="sm" c="dimmed">
        {texts.columnsWhat}
      </Text>
      <Stack gap="xs">
        {named.map(({ heading, place, key }) => (
          <Select
            key={key}
            label={heading || String(place + 1)}
            description={joinFacts(
              rows
                .map((row) => row[place] ?? '')
                .filter(Boolean)
                .slice(0, 2),
            )}
            data={data}
            value={chosen[place] ?? ''}
            onChange={(value) => choose(place, value)}
            allowDeselect={false}
          />
        ))}
      </Stack>
    </Confirm>
  )
}
