import type { SoftphoneCommand } from '@patchbay/contract/telephony/softphone'
import { CONNECTING, type SoftphoneState } from './softphone-state.ts'

// D-120: the softphone is open in one tab of the browser. The others show its state and send their commands there.

type TabMessage =
  | { kind: 'state'; state: SoftphoneState }
  | { kind: 'command'; command: SoftphoneCommand }
  /** Of a new tab: the one with the phone publishes its state. */
  | { kind: 'ask' }

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/** For useSyncExternalStore. */
export const createSoftphoneTabs = (channel: Channel) => {
  let state = CONNECTING
  /** Of the tab that has the phone: passes a command to the frame. */
  let execute: ((command: SoftphoneCommand) => void) | undefined
  const listeners = new Set<() => void>()
  const post = (message: TabMessage): void => channel.postMessage(message)
  const set = (next: SoftphoneState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  // Only pages of this origin write into the channel, all of this program.
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'state' && !execute) set(data.state)
    if (data.kind === 'command') execute?.(data.command)
    if (data.kind === 'ask' && execute) post({ kind: 'state', state })
  })
  post({ kind: 'ask' })
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    send: (command: SoftphoneCommand): void => (execute ? execute(command) : post({ kind: 'command', command })),
    /** This tab has the phone from now on; the function that is returned gives it up. */
    hold: (run: (command: SoftphoneCommand) => void): (() => void) => {
      execute = run
      return () => {
        if (execute === run) execute = undefined
      }
    },
    publish: (change: (before: SoftphoneState) => SoftphoneState): void => {
      set(change(state))
      post({ kind: 'state', state })
    },
  }
}

export type SoftphoneTabs = ReturnType<typeof createSoftphoneTabs>

/** One for each user of this browser. */
const TABS = new Map<number, SoftphoneTabs>()

export const softphoneTabsOf = (userId: number): SoftphoneTabs => {
  const tabs = TABS.get(userId) ?? createSoftphoneTabs(new BroadcastChannel(`patchbay.softphone.${userId}`))
  TABS.set(userId, tabs)
  return tabs
}
