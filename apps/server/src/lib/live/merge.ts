// Events that only say what to read again (hints) go out in waves. A browser that gets one reads several lists, so a
// thousand browsers that get it at the same moment, again and again, would keep a server from all other work. A wave walks
// through the browsers at a limited rate; what arrives meanwhile is merged and goes with the next wave. The first event of a
// quiet time starts its wave at once, and the last one is always delivered.

export type Hint<Event> = {
  event: Event
  /** Of two with the same identity the newer one replaces the older. */
  identity: string
  /** How many targets it reaches in a second. */
  perSecond: number
}

const SLICE_MS = 100
/** With more targets than the rate allows in this time a wave goes faster. */
const MAX_WAVE_MS = 10_000

/** Longer than a hint waits: for the end of one wave, and for its own place in the next. */
export const MAX_HINT_AGE_MS = 3 * MAX_WAVE_MS

/** More different hints than this are replaced by one that stands for all. */
const MAX_DISTINCT = 200

/** How many targets get a hint in each slice of a wave. */
export const sliceOf = (targets: number, perSecond: number): number =>
  Math.max(1, Math.ceil((targets * SLICE_MS) / MAX_WAVE_MS), Math.floor((perSecond * SLICE_MS) / 1_000))

type Wave<Target, Event> = {
  list: () => Target[]
  targets: Target[]
  slice: number
  hints: Hint<Event>[]
  pending: Map<string, Hint<Event>>
}

export type Merge<Target, Event> = {
  /** `list` returns the targets at the beginning of each wave. Hints with different keys do not wait for each other. */
  add: (key: string, hint: Hint<Event>, list: () => Target[]) => void
}

/** `all` stands for every hint. */
export const createMerge = <Target, Event>(
  deliver: (target: Target, event: Event) => void,
  all: Hint<Event>,
  after: (ms: number, run: () => void) => void = (ms, run) => void setTimeout(run, ms).unref(),
): Merge<Target, Event> => {
  const waves = new Map<string, Wave<Target, Event>>()

  const put = (pending: Map<string, Hint<Event>>, hint: Hint<Event>): void => {
    if (pending.has(all.identity)) return
    // In the order of the latest of each.
    pending.delete(hint.identity)
    pending.set(hint.identity, hint)
    if (pending.size <= MAX_DISTINCT) return
    pending.clear()
    pending.set(all.identity, all)
  }

  const startNext = (wave: Wave<Target, Event>): void => {
    wave.hints = [...wave.pending.values()]
    wave.pending.clear()
    wave.targets = wave.list()
    wave.slice = sliceOf(wave.targets.length, Math.min(...wave.hints.map(({ perSecond }) => perSecond)))
  }

  const step = (key: string, wave: Wave<Target, Event>): void => {
    if (wave.targets.length === 0) {
      if (wave.pending.size === 0) return void waves.delete(key)
      startNext(wave)
    }
    const targets = wave.targets.splice(0, wave.slice)
    for (const target of targets) for (const { event } of wave.hints) deliver(target, event)
    after((SLICE_MS * targets.length) / wave.slice, () => step(key, wave))
  }

  return {
    add: (key, hint, list) => {
      const known = waves.get(key)
      const wave = known ?? { list, targets: [], slice: 1, hints: [], pending: new Map() }
      put(wave.pending, hint)
      if (known) return
      waves.set(key, wave)
      step(key, wave)
    },
  }
}
