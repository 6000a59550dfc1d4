import { Group, Stack, Text } from '@mantine/core'
import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useNow } from '../../../lib/now.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { useOperationNote } from './operation-note.ts'

const TONES: Record<NonNullable<WorkspaceInvoice['status']>, Tone> = {
  pending: 'info',
  waitingForCapture: 'warn',
  succeeded: 'good',
  canceled: 'calm',
  refundSucceeded: 'calm',
}

/** The last operation while it is open: then it has a note. */
const openOperation = ({ operation }: WorkspaceInvoice): WorkspaceInvoice['operation'] =>
  operation?.note ? operation : undefined

const State = ({ invoice }: { invoice: WorkspaceInvoice }) => {
  const { invoices: texts } = useTexts()
  const pending = openOperation(invoice)
  if (invoice.status) return <Status tone={TONES[invoice.status]}>{texts.statuses[invoice.status]}</Status>
  return pending ? <Status tone="warn">{texts.unconfirmed}</Status> : <Status tone="bad">{texts.failed}</Status>
}

/** A hold that is not approved in time is released: show the time left. */
const HoldEnds = ({ at }: { at: string }) => {
  const { invoices: texts } = useTexts()
  const format = useFormat()
  const seconds = Math.ceil((Date.parse(at) - useNow()) / 1000)
  if (seconds <= 0) {
    return (
      <Text size="sm" c="var(--app-bad)">
        {texts.holdEnded(format.moment(at))}
      </Text>
    )
  }
  return (
    <Text size="sm" c="var(--app-warn)" role="timer" className="tabular">
      {texts.heldFor(format.duration(seconds), format.moment(at))}
    </Text>
  )
}

/** When a hold or a payment link expires. */
const Deadline = ({ invoice: { status, expiredAt } }: { invoice: WorkspaceInvoice }) => {
  const { invoices: texts } = useTexts()
  const format = useFormat()
  if (!expiredAt) return null
  if (status === 'waitingForCapture') return <HoldEnds at={expiredAt} />
  if (status !== 'pending') return null
  return (
    <Text size="xs" c="dimmed">
      {texts.payUntil(format.moment(expiredAt), format.ago(expiredAt))}
    </Text>
  )
}

const InvoiceProblems = ({ invoice }: { invoice: WorkspaceInvoice }) => {
  const { invoices: texts } = useTexts()
  const noteOf = useOperationNote()
  const pending = openOperation(invoice)
  const said = pending ? undefined : invoice.errorMsg
  return (
    <>
      {invoice.stale && (
        <Text size="sm" c="var(--app-warn)">
          {texts.stale} {invoice.status === 'pending' && texts.staleWhat}
        </Text>
      )}
      {pending && (
        <Text size="sm" c="var(--app-warn)" role="status">
          {noteOf(pending)}
        </Text>
      )}
      {said && (
        <Text size="sm" c="var(--app-bad)" role="alert">
          {said}
        </Text>
      )}
    </>
  )
}

type InvoiceProps = { invoice: WorkspaceInvoice; email: string; below: ReactNode }

/** An invoice with exactly the buttons that its state has (P-16). */
export const Invoice = ({ invoice, email, below }: InvoiceProps) => {
  const { invoices: texts } = useTexts()
  const format = useFormat()
  const money = (amount: string) => format.money(amount, invoice.currency)
  return (
    <Stack
      gap={6}
      mt="xs"
      pl="md"
      style={{ borderLeft: '2px solid var(--mantine-color-default-border)' }}
      role="group"
      aria-label={texts.label}
    >
      <Group gap="sm">
        <State invoice={invoice} />
        <Text size="sm" c="dimmed" className="tabular">
          {texts.of(money(invoice.amount))}
          {!/^0(\.0+)?$/.test(invoice.ledger.refunded) && ` · ${texts.refunded(money(invoice.ledger.refunded))}`}
        </Text>
      </Group>
      <Deadline invoice={invoice} />
      <InvoiceProblems invoice={invoice} />
      <ManagersOnly>
        <InvoiceActions invoice={invoice} email={email} pending={openOperation(invoice)} />
      </ManagersOnly>
      {below}
    </Stack>
  )
}
