import { placeholderSdp, portOf } from '../media/sdp.ts'
import type { ActiveCall, Board } from './board.ts'

// Nobody answered: a greeting is played to the customer and leaves a message, which is the recording of the call. For the system the
// call stays unanswered.

const LONGEST_MS = 120_000
const NOBODY = 'voicemail'

export const takeMessage = async (board: Board, call: ActiveCall, greeting: string): Promise<void> => {
  const { rtpengine, log } = board.deps
  const { incoming, state } = call
  if (!incoming || !state.invite) return
  call.ringing?.stop()
  delete call.ringing
  const pair = { call: state.id, from: 'customer', to: NOBODY, branch: NOBODY }
  const sdp = state.invite.body
  await rtpengine.offer(pair, sdp, 'plain')
  const ours = await rtpengine.answer(pair, placeholderSdp(), 'plain')
  const dialog = incoming.accept(ours, board.events(state.id, 'customer'))
  delete call.incoming
  const { invite: _answered, ...rest } = call.state
  call.state = { ...rest, customer: { id: 'customer', kind: 'plain', dialog, sdp }, voicemail: true, recorded: true }
  call.state.ports.customer.push(portOf(ours))
  await board.save(call)
  await rtpengine.startRecording(state.id).catch((error: unknown) => log(`voicemail: ${String(error)}`))
  await rtpengine.play(state.id, 'customer', greeting).catch((error: unknown) => log(`greeting: ${String(error)}`))
  clearTimeout(call.timer)
  call.timer = setTimeout(() => void board.hangUp(call, 'no answered'), LONGEST_MS)
}
