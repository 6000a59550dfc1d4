import { Button, Group } from '@mantine/core'
import type { SoftphoneCapability } from '@patchbay/contract/telephony/softphone'
import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPhone,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useSoftphoneTexts } from '../../../texts/softphone.ts'
import { callOfCard, can, type ShownCall } from './softphone-state.ts'
import { useSoftphone } from './use-softphone.ts'

/** D-120: what can be done with a call of the softphone, from every tab. */
export const CallControls = ({ call }: { call: ShownCall }) => {
  const { state, tabs } = useSoftphone()
  const texts = useSoftphoneTexts()
  const { id, muted, held } = call
  const isIncoming = call.state === 'incoming'
  const isTalking = call.state === 'talking'
  const offers = (capability: SoftphoneCapability) => can(state, capability)
  const MuteIcon = muted ? IconMicrophoneOff : IconMicrophone
  const HoldIcon = held ? IconPlayerPlay : IconPlayerPause
  return (
    <Group gap="xs" mt="xs">
      {isIncoming && offers('answer') && (
        <Button leftSection={<IconPhone size={16} aria-hidden />} onClick={() => tabs.send({ type: 'answer', id })}>
          {texts.answer}
        </Button>
      )}
      {offers('hang-up') && (
        <Button
          color="red.9"
          variant={isIncoming ? 'default' : 'filled'}
          leftSection={<IconPhoneOff size={16} aria-hidden />}
          onClick={() => tabs.send({ type: 'hang-up', id })}
        >
          {isIncoming ? texts.decline : texts.hangUp}
        </Button>
      )}
      {isTalking && offers('mute') && (
        <Button
          variant={muted ? 'filled' : 'default'}
          aria-pressed={muted}
          leftSection={<MuteIcon size={16} aria-hidden />}
          onClick={() => tabs.send({ type: 'mute', id, on: !muted })}
        >
          {texts.mute}
        </Button>
      )}
      {isTalking && offers('hold') && (
        <Button
          variant={held ? 'filled' : 'default'}
          aria-pressed={held}
          leftSection={<HoldIcon size={16} aria-hidden />}
          onClick={() => tabs.send({ type: 'hold', id, on: !held })}
        >
          {texts.hold}
        </Button>
      )}
    </Group>
  )
}

type CardProps = { card: Pick<CallCard, 'externalId' | 'phone' | 'direction' | 'state'> }

/** On the call card: the call of the softphone, or a call that rings elsewhere, which it can pick up. */
export const CardControls = ({ card }: CardProps) => {
  const { state, tabs } = useSoftphone()
  const texts = useSoftphoneTexts()
  const call = callOfCard(state, card)
  if (call) return <CallControls call={call} />
  const { externalId: callExternalId, direction } = card
  const ringsElsewhere = card.state === 'ringing' && direction === 'in'
  if (!ringsElsewhere || callExternalId === undefined || state.status !== 'registered' || !can(state, 'pick-up'))
    return null
  return (
    <Button
      leftSection={<IconPhone size={16} aria-hidden />}
      onClick={() => tabs.send({ type: 'pick-up', callExternalId })}
    >
      {texts.pickUp}
    </Button>
  )
}
