import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ShopWarning } from '@patchbay/contract/payments/workspace/shops'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { problemOf } from './sums.ts'

export type PaymentTypeChoice = { code: string; name: string; usable: boolean; warning: ShopWarning | undefined }

/** `status` and `comment` only of a payment that exists. */
type Draft = { type: string; amount: string; status?: string; comment?: string }

type PaymentFormProps = {
  initial: Omit<Draft, 'type'> & { type: string | null }
  owed: string
  currency: string
  types: readonly PaymentTypeChoice[]
  statuses?: readonly { code: string; name: string }[]
  action: string
  pending: boolean
  error: unknown
  onCancel: () => void
  onSubmit: (draft: Draft) => void
}

/** D-87: the sum of a payment is above zero and, if it is new, no more than the order owes. */
const useSumProblem = ({ initial, owed, currency }: PaymentFormProps) => {
  const { order: texts } = useTexts()
  const format = useFormat()
  return (amount: string): string | undefined => {
    const problem = amount === initial.amount ? undefined : problemOf(amount, owed, currency)
    if (problem === 'zero') return texts.amountZero
    return problem === 'above' ? texts.amountAboveOwed(format.money(owed, currency)) : undefined
  }
}

export const PaymentForm = (props: PaymentFormProps) => {
  const { initial, types, statuses, currency } = props
  const { order: texts, invoices, common } = useTexts()
  const form = useForm({ initialValues: initial })
  const { type, amount } = form.values
  const warning = types.find(({ code }) => code === type)?.warning
  const problem = useSumProblem(props)(amount)
  const submit = form.onSubmit((draft) => {
    if (draft.type !== null && problem === undefined) props.onSubmit({ ...draft, type: draft.type })
  })
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Select
          label={texts.paymentType}
          required
          data={types.map(({ code, name, usable }) => ({
            value: code,
            label: joinFacts([name, !usable && texts.unusable], ', '),
            disabled: !usable && code !== initial.type,
          }))}
          data-autofocus
          {...form.getInputProps('type')}
        />
        {warning && (
          <Text size="sm" c="var(--app-warn)" role="status">
            {invoices.warnings[warning.code](warning.shop)}
          </Text>
        )}
        <TextInput
          label={texts.amount}
          required
          inputMode="decimal"
          rightSection={<Text size="sm">{currency}</Text>}
          rightSectionWidth={56}
          {...form.getInputProps('amount')}
          error={problem}
          onChange={(event) => form.setFieldValue('amount', event.currentTarget.value.replace(',', '.'))}
        />
        {statuses && (
          <>
            <Select
              label={texts.paymentStatus}
              required
              allowDeselect={false}
              data={statuses.map(({ code, name }) => ({ value: code, label: name }))}
              {...form.getInputProps('status')}
            />
            <TextInput label={texts.comment} maxLength={2000} {...form.getInputProps('comment')} />
          </>
        )}
        {props.error != null && <Problem error={props.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onCancel}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            disabled={type === null || amount === '' || problem !== undefined}
            loading={props.pending}
          >
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
