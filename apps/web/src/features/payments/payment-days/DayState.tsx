import type { PaymentDay } from '@patchbay/contract/payments/workspace/payment-days'
import { usePaymentDayTexts } from '../../../texts/payment-days.ts'
import { Status } from '../../../ui/Status.tsx'

const TONES = { open: 'info', closed: 'good', changed: 'warn' } as const

export const DayState = ({ state }: { state: PaymentDay['state'] }) => {
  const texts = usePaymentDayTexts()
  return <Status tone={TONES[state]}>{texts.states[state]}</Status>
}
