import { decideRing, isQueue, nextStep, type RoutePlan, refusalOf } from '../routing/plan.ts'
import { listExtensions } from '../store/extensions.ts'
import type { ActiveCall, Board } from './board.ts'
import { ringAt } from './call.ts'
import { takeMessage } from './voicemail.ts'

// An incoming call on its way through its plan: who rings now, and when it goes on.

export const createSteps = (board: Board) => {
  const { deps } = board
  const { settings } = deps
  const planFor = async (call: ActiveCall): Promise<RoutePlan> => {
    const all = (await listExtensions(deps.db)).map(({ code }) => code)
    return { manager: call.state.manager, group: settings.group ?? all, overflow: settings.overflow }
  }
  const isOpen = (call: ActiveCall) => call.state.endedAt === undefined && call.state.telephone === undefined

  const giveUp = async (call: ActiveCall): Promise<void> => {
    const { cards, declined } = call.state
    if (settings.greeting && call.incoming) return takeMessage(board, call, settings.greeting)
    await board.hangUp(call, refusalOf({ rang: cards.length, declined: declined.length }))
  }
  const ring = async (call: ActiveCall, step: number, codes: readonly string[]): Promise<void> => {
    if (!isOpen(call)) return
    call.state.step = step
    const change = ringAt(call.state, codes, Date.now())
    call.state = change.state
    await call.ringing?.set(codes)
    if (change.messages.length === 0) return
    // With what was sent to the telephones: a restarted process cancels it.
    await board.save(call, { state: call.state, messages: change.messages })
  }
  const startStep = (call: ActiveCall): void => {
    clearTimeout(call.timer)
    const inQueue = isQueue(call.state.step)
    const work = () => (inQueue ? giveUp(call) : advance(call))
    const pause = inQueue ? settings.queueMs : settings.ringMs
    call.timer = setTimeout(() => void work().catch((error: unknown) => deps.log(String(error))), pause)
  }
  /** To the next step of its plan. */
  const advance = async (call: ActiveCall): Promise<void> => {
    const [plan, available] = await Promise.all([planFor(call), board.available()])
    if (!isOpen(call)) return
    const { step, codes } = nextStep(plan, call.state.step, available, new Set(call.state.declined))
    await ring(call, step, codes)
    if (isOpen(call)) startStep(call)
  }
  /** Somebody came or went: rings at whom it should ring now. */
  const reconsider = async (call: ActiveCall): Promise<void> => {
    const [plan, available] = await Promise.all([planFor(call), board.available()])
    if (!isOpen(call) || !call.ringing || call.pickedUpBy !== undefined) return
    const before = call.state.step
    const { step, codes } = decideRing(plan, before, available, new Set(call.state.declined))
    await ring(call, step, codes)
    if (isOpen(call) && step !== before) startStep(call)
  }

  board.onChange(() => {
    for (const call of board.calls.values())
      if (call.ringing && isOpen(call) && call.state.invite && call.state.direction === 'in')
        reconsider(call).catch((error: unknown) => deps.log(String(error)))
  })
  return { isOpen, reconsider, startStep }
}
