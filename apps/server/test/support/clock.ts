// The monotonic clock of this process, which a test may advance. Host names, API keys and webhook endpoints are cached
// for up to a second by it: a test that changed one of them advances the clock instead of waiting.

const real = performance.now.bind(performance)
let aheadMs = 0
performance.now = () => real() + aheadMs

export const putForward = (ms: number): void => {
  aheadMs += ms
}

/** Advances the clock past the lifetime of every cache. */
export const expireCaches = async (): Promise<void> => {
  putForward(1_100)
  // lru-cache caches the clock for a millisecond: its timer was set before this one.
  await new Promise((resolve) => setTimeout(resolve, 2))
}
