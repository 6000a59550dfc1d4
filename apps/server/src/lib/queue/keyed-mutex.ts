export type KeyedMutex = <T>(thing: string, work: () => Promise<T>) => Promise<T>

/** Work on one thing, one after the other; what concerns another does not wait. Within this process only. */
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
