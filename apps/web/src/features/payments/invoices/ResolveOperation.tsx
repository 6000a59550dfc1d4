import { Button, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { type Resolution, useResolve } from './queries.ts'

/** D-46: an administrator says what came of an operation with an unknown outcome, and how they know. */
export const ResolveOperation = ({ invoice }: { invoice: WorkspaceInvoice }) => {
  const { invoices: texts } = useTexts()
  const [opened, question] = useDisclosure()
  const [outcome, setOutcome] = useState<Resolution['outcome']>()
  const [reason, setReason] = useState('')
  const resolve = useResolve(invoice.orderId, invoice.id)
  const resolved = () => {
    question.close()
    notifySuccess(texts.resolved)
  }
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={question.open}>
        {texts.resolve}
      </Button>
      <Confirm
        opened={opened}
        onClose={question.close}
        title={texts.resolveAsk}
        action={texts.resolve}
        disabled={outcome === undefined || reason.trim() === ''}
        pending={resolve.isPending}
        error={resolve.error}
        onConfirm={() => outcome && resolve.mutate({ outcome, reason: reason.trim() }, { onSuccess: resolved })}
      >
        <Text size="sm">{texts.resolveWhat}</Text>
        <Radio.Group
          label={texts.outcome}
          required
          value={outcome ?? null}
          onChange={(chosen) => setOutcome(chosen as Resolution['outcome'])}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="happened" label={texts.happened} />
            <Radio value="did-not-happen" label={texts.didNotHappen} />
          </Stack>
        </Radio.Group>
        <Textarea
          label={texts.reason}
          required
          autosize
          minRows={2}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Confirm>
    </>
  )
}
