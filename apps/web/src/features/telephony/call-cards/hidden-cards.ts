// Call cards that the user closed while the call went on. All tabs of the browser share them: the card is gone, and the tab
// that rings stops ringing.

type Hidden = { callId: number; at: number }
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** No call rings for a day. */
const KEPT_MS = 86_400_000

const isHidden = (value: unknown): value is Hidden => {
  const { callId, at } = (value ?? {}) as Partial<Hidden>
  return typeof callId === 'number' && typeof at === 'number'
}

const read = (storage: Storage, key: string): Hidden[] => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isHidden) : []
  } catch {
    return []
  }
}

/** A full or forbidden storage: the card is hidden in this tab alone. */
const write = (storage: Storage, key: string, hidden: readonly Hidden[]): void => {
  try {
    storage.setItem(key, JSON.stringify(hidden))
  } catch {}
}

/** For useSyncExternalStore. */
export const createHiddenCards = (
  userId: number,
  storage: Storage,
  tabs: Pick<EventTarget, 'addEventListener'>,
  now: () => number = Date.now,
) => {
  const key = `patchbay.hidden-cards.${userId}`
  const idsOf = (hidden: readonly Hidden[]): ReadonlySet<number> => new Set(hidden.map(({ callId }) => callId))
  let hidden = read(storage, key)
  let ids = idsOf(hidden)
  const listeners = new Set<() => void>()
  const set = (next: Hidden[]) => {
    hidden = next
    ids = idsOf(next)
    for (const listener of listeners) listener()
  }
  tabs.addEventListener('storage', (event) => {
    if ((event as StorageEvent).key === key) set(read(storage, key))
  })
  return {
    ids: () => ids,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    hide: (callId: number): void => {
      set([...hidden.filter(({ at }) => at > now() - KEPT_MS), { callId, at: now() }])
      write(storage, key, hidden)
    },
  }
}

/** One for each user of this browser. */
const STORES = new Map<number, ReturnType<typeof createHiddenCards>>()

export const hiddenCardsOf = (userId: number): ReturnType<typeof createHiddenCards> => {
  const store = STORES.get(userId) ?? createHiddenCards(userId, window.localStorage, window)
  STORES.set(userId, store)
  return store
}
