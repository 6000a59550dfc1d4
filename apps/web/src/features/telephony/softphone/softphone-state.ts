import {
  SOFTPHONE_CAPABILITIES,
  SOFTPHONE_VERSION,
  type SoftphoneCall,
  type SoftphoneCapability,
  type SoftphoneMessage,
} from '@patchbay/contract/telephony/softphone'
import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'

// D-120: what the softphone has said so far, as all tabs show it.

export type ShownCall = SoftphoneCall & { state: 'incoming' | 'ringing' | 'talking' }

export type SoftphoneState = {
  status: 'connecting' | 'registered' | 'unregistered' | 'needs-permission' | 'failed'
  /** The reason or the error code, in the words of the module. */
  problem?: string
  capabilities: readonly SoftphoneCapability[]
  calls: readonly ShownCall[]
}

export const CONNECTING: SoftphoneState = { status: 'connecting', capabilities: [], calls: [] }

const withStatus = (
  { capabilities, calls }: SoftphoneState,
  status: SoftphoneState['status'],
  problem?: string,
): SoftphoneState => ({ status, capabilities, calls, ...(problem !== undefined && { problem }) })

const withCall = (state: SoftphoneState, call: ShownCall): SoftphoneState => {
  const at = state.calls.findIndex(({ id }) => id === call.id)
  return { ...state, calls: at < 0 ? [...state.calls, call] : state.calls.with(at, call) }
}

/** The state after one more message of the page. */
export const afterMessage = (state: SoftphoneState, message: SoftphoneMessage): SoftphoneState => {
  switch (message.type) {
    case 'ready': {
      // Also after a reload of the page: what it knew before is gone.
      if (message.version > SOFTPHONE_VERSION) return { ...CONNECTING, status: 'failed', problem: 'unknown-version' }
      return {
        ...CONNECTING,
        capabilities: SOFTPHONE_CAPABILITIES.filter((known) => message.capabilities.includes(known)),
      }
    }
    case 'registered':
      return withStatus(state, 'registered')
    case 'unregistered':
      return withStatus(state, 'unregistered', message.reason)
    case 'needs-permission':
      return withStatus(state, 'needs-permission')
    case 'error':
      return withStatus(state, 'failed', message.code)
    case 'ended':
      return { ...state, calls: state.calls.filter(({ id }) => id !== message.id) }
    default: {
      const { type, ...call } = message
      return withCall(state, { ...call, state: type })
    }
  }
}

export const can = ({ capabilities }: SoftphoneState, capability: SoftphoneCapability): boolean =>
  capabilities.includes(capability)

const digitsOf = (phone: string): string => phone.replace(/\D/g, '')

/** The call of a card: by the exchange's id, or by the number where the softphone does not know the id. */
export const callOfCard = (
  { calls }: SoftphoneState,
  { externalId, phone, direction }: Pick<CallCard, 'externalId' | 'phone' | 'direction'>,
): ShownCall | undefined =>
  calls.find(({ callExternalId }) => callExternalId !== undefined && callExternalId === externalId) ??
  calls.find(
    (call) =>
      call.callExternalId === undefined &&
      call.direction === direction &&
      digitsOf(call.phone) === digitsOf(phone) &&
      digitsOf(phone) !== '',
  )
