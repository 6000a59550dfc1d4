// A steady load, and what the server says of it.

/**
 * So many a second, whether the system keeps up or not: who waits for an answer before sending the next would measure
 * a slow system with less load. What this process itself missed (its own garbage, its turn on the processor) it makes
 * up at twice the pace; sent at once, its pauses would be measured as the system's. Gives how many a second were really
 * answered.
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

/** The milliseconds that the server itself says it took. */
export const insideMs = (headers: Record<string, string | string[] | undefined>): number =>
  Number(/dur=([\d.]+)/.exec(String(headers['server-timing']))?.[1])

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Without the slowest and quickest tenth: what other work on the machine did to single requests is not their cost. */
export const usualCost = (times: readonly number[]): number => {
  const sorted = [...times].sort((one, other) => one - other)
  const middle = sorted.slice(Math.floor(sorted.length * 0.1), Math.ceil(sorted.length * 0.9))
  return rounded(middle.reduce((sum, time) => sum + time, 0) / middle.length)
}
