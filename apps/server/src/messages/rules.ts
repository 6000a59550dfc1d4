import { ERROR_CODES } from '@patchbay/contract/messages'

// What becomes of a message that a user wrote, by what its transport says.

type Outcome = {
  status: 'sending' | 'sent' | 'failed'
  externalId?: string
  error?: { code: string; message: string }
  ackFollows?: boolean
}

type SendingError = { code?: string; message?: string; external_code?: string }

const errorOf = ({ code, message, external_code }: SendingError) => ({
  code: code !== undefined && (ERROR_CODES as readonly string[]).includes(code) ? code : 'general',
  message: [message, external_code && `(${external_code})`].filter(Boolean).join(' '),
})

/** D-70: an ack ends the waiting. A transport may tell its own id of the message only now. */
export const ackOutcome = (
  message: { externalId: string | null },
  externalId: string | undefined,
  transportId: string | undefined,
  error: SendingError | undefined,
): Outcome => {
  const known = message.externalId ?? externalId ?? transportId
  return {
    status: error ? 'failed' : 'sent',
    ...(known !== undefined && { externalId: known }),
    ...(error && { error: errorOf(error) }),
  }
}
