import type { LiveEvent } from '@patchbay/contract/live'
import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'

// Call notes that are not saved yet, and calls that still have to be written up. They are kept in the browser's storage, per
// user, so that a reload, a lost connection or the end of the call loses no text.

type Withdrawal = Extract<LiveEvent, { type: 'call-card-withdrawn' }>

export type WrapUp = {
  /** As the call was when it was last seen. */
  card: CallCard
  text: string
  /** Why the card was withdrawn; absent while the call goes on. */
  gone?: Withdrawal['because']
} & Ending

/** How the call ended: missed, or how long they talked, in seconds. */
export type Ending = Pick<Withdrawal, 'missed' | 'duration'>

export const endingOf = ({ missed, duration }: Ending): Ending => ({
  ...(missed && { missed }),
  ...(duration !== undefined && { duration }),
})

export type WrapUps = readonly WrapUp[]

/** What stays of a withdrawn card: an unsaved note always; a form for who talked, unless the call has a note. */
export const wrapUpAfter = (
  card: CallCard,
  draft: WrapUp | undefined,
  withdrawal: Pick<Withdrawal, 'because' | 'talkedUserId'> & Ending,
  userId: number,
): WrapUp | undefined => {
  const { because, talkedUserId } = withdrawal
  const text = draft?.text ?? card.note
  const isUnsaved = text !== card.note
  const isTheirs = because === 'ended' && talkedUserId === userId && card.note === ''
  return isUnsaved || isTheirs ? { card, text, gone: because, ...endingOf(withdrawal) } : undefined
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const isWrapUp = (value: unknown): value is WrapUp => {
  const { card, text } = (value ?? {}) as Partial<WrapUp>
  return typeof text === 'string' && typeof card?.callId === 'number' && Array.isArray(card.customers)
}

const read = (storage: Storage, key: string): WrapUps => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isWrapUp) : []
  } catch {
    return []
  }
}

/** A full or forbidden storage: the text stays in the page. */
const write = (storage: Storage, key: string, wrapUps: WrapUps): void => {
  try {
    if (wrapUps.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(wrapUps))
  } catch {}
}

const keyOf = (userId: number) => `patchbay.call-notes.${userId}`

/** For useSyncExternalStore. Tabs of one browser share the storage and follow one another. */
export const createWrapUps = (userId: number, storage: Storage, tabs: Pick<EventTarget, 'addEventListener'>) => {
  const key = keyOf(userId)
  let current = read(storage, key)
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const set = (wrapUps: WrapUps) => {
    current = wrapUps
    write(storage, key, wrapUps)
    notify()
  }
  tabs.addEventListener('storage', (event) => {
    if ((event as StorageEvent).key !== key) return
    current = read(storage, key)
    notify()
  })
  const others = (callId: number) => current.filter(({ card }) => card.callId !== callId)
  return {
    list: () => current,
    find: (callId: number) => current.find(({ card }) => card.callId === callId),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    put: (wrapUp: WrapUp) => set([...others(wrapUp.card.callId), wrapUp]),
    remove: (callId: number) => set(others(callId)),
  }
}
