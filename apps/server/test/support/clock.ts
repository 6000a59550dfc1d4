// The monotonic clock of this process, which a test may put forward. Host names, API keys and webhook endpoints are cached
// for up to a second by it: a test that changed one of them lets the second pass instead of waiting for it.

const real = performance.now.bind(performance)
let aheadMs = 0
performance.now = () => real() + aheadMs

export const putForward = (ms: number): void => {
  aheadMs += ms
}

/** Puts the clock forward by as much as any cache keeps, and a little more. */
export const expireCaches = async (): Promise<void> => {
  putForward(1_100)
  // lru-cache reads the clock once a millisecond and keeps the reading: its timer was set before this one.
  await new Promise((resolve) => setTimeout(resolve, 2))
}
