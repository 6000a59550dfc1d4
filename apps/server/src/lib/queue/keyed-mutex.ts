export type KeyedMutex = <T>(thing: string, work: () => Promise<T>) => Promise<T>

/** Serializes work per key; different keys run concurrently. Within this process only. */
export const createKeyedMutex = (): KeyedMutex => {
  const last = new Map<string, Promise<unknown>>()
  return async (thing, work) => {
    const before = last.get(thing)
    const mine = before === undefined ? work() : before.then(work, work)
    last.set(thing, mine)
    try {
      return await mine
    } finally {
      if (last.get(thing) === mine) last.delete(thing)
    }
  }
}
