import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { useSendLink } from './queries.ts'

/** P-16: the link goes to the order's address with one click; where none is known, the user enters one. */
export const SendLink = ({ invoiceId, email }: { invoiceId: string; email: string }) => {
  const texts = useTexts()
  const { invoices } = texts
  const send = useSendLink(invoiceId)
  const [opened, question] = useDisclosure()
  const [to, setTo] = useState('')
  const sendTo = (address: string) =>
    send.mutate(address, {
      onSuccess: () => {
        question.close()
        notifySuccess(invoices.emailed(address))
      },
      onError: (error) => email !== '' && notifyError(errorText(texts, error)),
    })
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={send.isPending && !opened}
        onClick={() => (email === '' ? question.open() : sendTo(email))}
      >
        {invoices.email}
      </Button>
      <Confirm
        opened={opened}
        onClose={question.close}
        title={invoices.emailAsk}
        action={invoices.emailSend}
        disabled={!/^\S+@\S+\.\S+$/.test(to.trim())}
        pending={send.isPending}
        error={send.error}
        onConfirm={() => sendTo(to.trim())}
      >
        <TextInput
          type="email"
          label={invoices.emailTo}
          required
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </Confirm>
    </>
  )
}
