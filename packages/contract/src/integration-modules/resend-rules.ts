import type { Exchange } from '../platform/workspace/traffic.ts'

/** D-99: why a request cannot be sent again from the request log. The workspace has a sentence for each. */
export type NotResendable = 'incoming' | 'rings-twice' | 'play-again' | 'webhook-log' | 'by-hand' | 'old'

/**
 * D-99: only what a module may get twice without harm is sent again: states of ours, questions, and payment operations, which
 * carry their idempotency key (whether the module heeds it is asked when it is sent).
 */
export const whyNotResendable = ({
  direction,
  purpose,
}: Pick<Exchange, 'direction' | 'purpose'>): NotResendable | undefined => {
  if (direction === 'in') return 'incoming'
  switch (purpose?.code) {
    case undefined:
      return 'old'
    case 'call.make':
      return 'rings-twice'
    case 'recording':
      return 'play-again'
    case 'webhook':
      return 'webhook-log'
    case 'connection':
    case 'visitor':
    case 'softphone':
    case 'payment.statement':
    case 'file':
      return 'by-hand'
    default:
      return undefined
  }
}
