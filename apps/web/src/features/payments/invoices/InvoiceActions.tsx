import { Button, Group, Text, TextInput, Tooltip } from '@mantine/core'
import { compare, readMoney, ZERO } from '@patchbay/contract/base/money'
import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { meQuery } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { useOperationNote } from './operation-note.ts'
import { useCheckStatus, useOperate, useReissue } from './queries.ts'
import { ResolveOperation } from './ResolveOperation.tsx'
import { SendLink } from './SendLink.tsx'

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
    reissue: { title: texts.reissueAsk, what: texts.reissueWhat(money(invoice.owed)) },
  }
}

/** D-87: the sum of a new invoice is above zero and no more than the order owes. */
const wrongSum = (typed: string, most: string, currency: string): 'zero' | 'above' | undefined => {
  const [sum, limit] = [readMoney(typed, currency), readMoney(most, currency)]
  if (!sum.ok || compare(sum.value, ZERO) <= 0) return 'zero'
  return limit.ok && compare(sum.value, limit.value) > 0 ? 'above' : undefined
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
  const format = useFormat()
  const most = asked === 'reissue' ? invoice.owed : invoice.ledger.refundable
  const [amount, setAmount] = useState(most)
  const operate = useOperate(invoice.orderId, invoice.id)
  const reissue = useReissue(invoice.orderId, invoice.id)
  const mutation = asked === 'reissue' ? reissue : operate
  const wrong = wrongSum(amount, most, invoice.currency)
  const problem = wrong === 'above' ? texts.tooMuch(format.money(most, invoice.currency)) : wrong && texts.tooLittle
  const confirm = () => {
    if (asked === 'reissue') return reissue.mutate(amount, { onSuccess: onClose })
    operate.mutate({ kind: asked, ...(asked === 'refund' && { amount }) }, { onSuccess: onClose })
  }
  return (
    <Confirm
      opened
      onClose={onClose}
      title={question.title}
      action={asked === 'cancel' ? texts.cancelIt : texts[asked]}
      dismiss={asked === 'cancel' ? texts.keepIt : undefined}
      dangerous={asked === 'cancel'}
      pending={mutation.isPending}
      disabled={asked === 'reissue' && problem !== undefined}
      error={mutation.error}
      onConfirm={confirm}
    >
      {asked === 'refund' || asked === 'reissue' ? (
        <TextInput
          label={texts.amount}
          description={question.what}
          error={asked === 'reissue' && problem}
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
        {texts.checkStatus}
      </Button>
    </>
  )
}

export const InvoiceActions = ({ invoice, email, pending }: ActionsProps) => {
  const { invoices: texts } = useTexts()
  const { me } = useSuspenseQuery(meQuery).data
  const [asked, setAsked] = useState<ConfirmedOffer>()
  const payable = invoice.link && invoice.status === 'pending'
  return (
    <Group gap="xs">
      {payable && invoice.link && <CopyButton value={invoice.link} label={texts.copyLink} small />}
      {invoice.offers.map((offer) =>
        offer === 'email' ? (
          <SendLink key={offer} invoiceId={invoice.id} email={email} />
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
      {pending?.resolvable && me.role === 'admin' && <ResolveOperation invoice={invoice} />}
      {asked && <Question invoice={invoice} asked={asked} onClose={() => setAsked(undefined)} />}
    </Group>
  )
}
