// An open-loop load generator, and the server's own timings.

/**
 * Sends at a constant rate whether the system keeps up or not: waiting for each response would lower the load of a slow
 * system (coordinated omission). After a pause of this process (GC, scheduling) it catches up at twice the rate, since
 * a burst would be measured as latency of the system. Returns the achieved rate.
 */
export const sendSteadily = async (
  perSecond: number,
  seconds: number,
  send: (index: number) => Promise<void>,
): Promise<number> => {
  const total = perSecond * seconds
  const started = performance.now()
  let [sent, answered, before] = [0, 0, 0]
  let failed: unknown
  const count = () => void answered++
  const fail = (error: unknown) => {
    failed ??= error
    answered++
  }
  while (sent < total || answered < total) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    const now = performance.now() - started
    const due = Math.floor((now / 1000) * perSecond) + 1
    const most = sent + Math.ceil(((Math.min(now - before, 5) * perSecond) / 1000) * 2)
    for (const end = Math.min(total, due, most); sent < end; sent++) send(sent).then(count, fail)
    before = now
  }
  if (failed) throw failed
  return Math.round(total / ((performance.now() - started) / 1000))
}

const [MOST_TRIES, AGAIN_MS] = [100, 250]

/** As a client does that is asked to come back later (503): again until it is served. Counts how often it was not. */
export const createPatience = () => {
  let refused = 0
  const served = async <Reply extends { status: number }>(send: () => Promise<Reply>): Promise<Reply> => {
    let reply = await send()
    for (let tries = 1; reply.status === 503 && tries < MOST_TRIES; tries++) {
      refused++
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      reply = await send()
    }
    return reply
  }
  const reset = () => {
    refused = 0
  }
  return { served, refused: () => refused, reset }
}

/** The server's own time in milliseconds, from its Server-Timing header. */
export const serverMs = (headers: Record<string, string | string[] | undefined>): number =>
  Number(/dur=([\d.]+)/.exec(String(headers['server-timing']))?.[1])

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** The mean without the fastest and slowest tenth, which other work on the machine distorts. */
export const trimmedMean = (times: readonly number[]): number => {
  const sorted = [...times].sort((one, other) => one - other)
  const middle = sorted.slice(Math.floor(sorted.length * 0.1), Math.ceil(sorted.length * 0.9))
  return rounded(middle.reduce((sum, time) => sum + time, 0) / middle.length)
}
