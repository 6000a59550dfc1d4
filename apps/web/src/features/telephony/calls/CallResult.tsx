import type { CallSummary } from '@patchbay/contract/telephony/workspace/calls'
import { useTexts } from '../../../texts/catalogue.ts'
import { Status, type Tone } from '../../../ui/Status.tsx'

const TONES: Record<Exclude<CallSummary['state'], 'ended'>, Tone> = { ringing: 'info', talking: 'good', lost: 'warn' }

export const CallResult = ({ call }: { call: CallSummary }) => {
  const { calls: texts } = useTexts()
  const [tone, text]: [Tone, string] = call.missed
    ? ['bad', texts.missed]
    : call.state === 'ended'
      ? [call.result === 'answered' ? 'good' : 'calm', texts.results[call.result ?? 'unknown']]
      : [TONES[call.state], texts[call.state]]
  return <Status tone={tone}>{text}</Status>
}
