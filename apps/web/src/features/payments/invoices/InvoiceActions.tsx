import { Button, Group, Text, TextInput, Tooltip } from '@mantine/core'
import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { useOperationNote } from './operation-note.ts'
import { useCheckStatus, useOperate, useReissue, useSendLink } from './queries.ts'

type Offer = WorkspaceInvoice['offers'][number]
type ConfirmedOffer = Exclude<Offer, 'email'>
type ActionsProps = {
  invoice: WorkspaceInvoice
  email: string
  pending: WorkspaceInvoice['operation']
}

const useQuestions = (invoice: WorkspaceInvoice): Record<ConfirmedOffer, { title: string; what: string }> => {
  const { invoices: texts } = useTexts()
  const format = useFormat()
  const money = (amount: string) => format.money(amount, invoice.currency)
  return {
    approve: { title: texts.approveAsk(money(invoice.amount)), what: texts.approveWhat },
    cancel: { title: texts.cancelAsk, what: texts.cancelWhat },
    refund: { title: texts.refundAsk, what: texts.refundWhat(money(invoice.ledger.refundable)) },
    reissue: { title: texts.reissueAsk, what: texts.reissueWhat },
  }
}

const Question = ({
  invoice,
  asked,
  onClose,
}: {
  invoice: WorkspaceInvoice
  asked: ConfirmedOffer
  onClose: () => void
}) => {
  const { invoices: texts } = useTexts()
  const question = useQuestions(invoice)[asked]
  const [amount, setAmount] = useState(invoice.ledger.refundable)
  const operate = useOperate(invoice.orderId, invoice.id)
  const reissue = useReissue(invoice.orderId, invoice.id)
  const mutation = asked === 'reissue' ? reissue : operate
  const confirm = () => {
    if (asked === 'reissue') return reissue.mutate(undefined, { onSuccess: onClose })
    operate.mutate({ kind: asked, ...(asked === 'refund' && { amount }) }, { onSuccess: onClose })
  }
  return (
    <Confirm
      opened
      onClose={onClose}
      title={question.title}
      action={asked === 'cancel' ? texts.cancelIt : texts[asked]}
      dangerous={asked === 'cancel'}
      pending={mutation.isPending}
      error={mutation.error}
      onConfirm={confirm}
    >
      {asked === 'refund' ? (
        <TextInput
          label={texts.amount}
          description={question.what}
          inputMode="decimal"
          rightSection={<Text size="sm">{invoice.currency}</Text>}
          rightSectionWidth={56}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value.replace(',', '.'))}
        />
      ) : (
        question.what
      )}
    </Confirm>
  )
}

const SendLink = ({ invoice, email }: { invoice: WorkspaceInvoice; email: string }) => {
  const texts = useTexts()
  const send = useSendLink(invoice.id)
  const sent = () => notifySuccess(email ? texts.invoices.emailed(email) : texts.invoices.emailedSomewhere)
  const start = () =>
    send.mutate(undefined, { onSuccess: sent, onError: (error) => notifyError(errorText(texts, error)) })
  return (
    <Button size="compact-sm" variant="default" loading={send.isPending} onClick={start}>
      {texts.invoices.email}
    </Button>
  )
}

/** An operation that is not confirmed yet: its button is disabled and says why. */
const PendingOperation = ({
  invoice,
  pending,
}: {
  invoice: WorkspaceInvoice
  pending: NonNullable<ActionsProps['pending']>
}) => {
  const { invoices: texts } = useTexts()
  const noteOf = useOperationNote()
  const checkStatus = useCheckStatus(invoice.orderId, invoice.id)
  return (
    <>
      <Tooltip label={noteOf(pending)} multiline maw={320}>
        <Button
          size="compact-sm"
          variant="default"
          data-disabled
          aria-disabled
          onClick={(event) => event.preventDefault()}
        >
          {texts[pending.kind]}
        </Button>
      </Tooltip>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={checkStatus.isPending}
        onClick={() => checkStatus.mutate(undefined)}
      >
        {texts.look}
      </Button>
    </>
  )
}

export const InvoiceActions = ({ invoice, email, pending }: ActionsProps) => {
  const { invoices: texts } = useTexts()
  const [asked, setAsked] = useState<ConfirmedOffer>()
  const payable = invoice.link && invoice.status === 'pending'
  return (
    <Group gap="xs">
      {payable && invoice.link && <CopyButton value={invoice.link} label={texts.copyLink} small />}
      {invoice.offers.map((offer) =>
        offer === 'email' ? (
          <SendLink key={offer} invoice={invoice} email={email} />
        ) : (
          <Button
            key={offer}
            size="compact-sm"
            variant={offer === 'approve' || offer === 'reissue' ? 'filled' : 'default'}
            onClick={() => setAsked(offer)}
          >
            {texts[offer]}
          </Button>
        ),
      )}
      {pending && <PendingOperation invoice={invoice} pending={pending} />}
      {asked && <Question invoice={invoice} asked={asked} onClose={() => setAsked(undefined)} />}
    </Group>
  )
}
