// The load of the storm: clients of every area, each with a journal. A request that was not acknowledged is repeated with
// the same key until it is, as the specification asks of a client.
import type { Reply } from '@patchbay/testkit/http-client'
import { sleep } from '@patchbay/testkit/services'

/** A client without a response gives up; its request may still take effect, so it is repeated with the same key. */
const PATIENCE_MS = 15_000
const AGAIN_MS = 250

/** So many writes and reads wait for their answers at the same time. */
const [MOST_WRITES, MOST_READS] = [120, 80]
export const MOST_UNDER_WAY = MOST_WRITES + MOST_READS

export type Write = {
  area: string
  /** Sends the request; the same one every time. */
  send: () => Promise<Reply>
  /** Whether this response is an acknowledgement; by default every 2xx. */
  isDone?: (reply: Reply) => boolean
  /** Called once, with the acknowledgement. */
  onDone?: (reply: Reply) => void
}

export type Answers = Map<string, number>

const count = (answers: Answers, key: string): void => void answers.set(key, (answers.get(key) ?? 0) + 1)

const withPatience = async (sending: Promise<Reply>): Promise<Reply | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const giveUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
  })
  const reply = await Promise.race([sending.catch(() => undefined), giveUp])
  clearTimeout(timer)
  return reply
}

/** Starts `work` so many times a second, as long as fewer than `most` are under way: a slow system is not buried. */
const pace = async (perSecond: number, most: number, isOver: () => boolean, work: () => Promise<void>) => {
  const under = new Set<Promise<void>>()
  let [credit, last] = [0, performance.now()]
  while (!isOver()) {
    await sleep(10)
    const now = performance.now()
    credit = Math.min(perSecond, credit + ((now - last) / 1000) * perSecond)
    last = now
    for (; credit >= 1 && under.size < most; credit--) {
      const one: Promise<void> = work().finally(() => under.delete(one))
      under.add(one)
    }
  }
  await Promise.all(under)
}

export type LoadOptions = {
  writesPerSecond: number
  readsPerSecond: number
  /** The next thing a client wants; undefined when it wants nothing now. */
  nextWrite: () => Write | undefined
  /** Reads something, and throws what is wrong with it as an Error. */
  read: (send: (request: Promise<Reply>) => Promise<Reply | undefined>) => Promise<void>
  onAcknowledged?: () => void
}

export type StormLoad = {
  answers: Answers
  acknowledged: () => number
  reads: () => number
  /** Ends the load and repeats what is not acknowledged yet; returns how many never were. */
  drain: (withinMs: number) => Promise<number>
}

export const startStormLoad = (options: LoadOptions): StormLoad => {
  const { writesPerSecond, readsPerSecond, nextWrite, read, onAcknowledged } = options
  const answers: Answers = new Map()
  const again: { write: Write; at: number }[] = []
  let [isOver, acknowledged, reads, underWay] = [false, 0, 0, 0]
  const send = async (write: Write): Promise<void> => {
    underWay++
    const reply = await withPatience(write.send())
    underWay--
    count(answers, `${write.area} ${reply?.status ?? 0}`)
    const isDone = reply !== undefined && (write.isDone?.(reply) ?? (reply.status >= 200 && reply.status < 300))
    if (!isDone) return void again.push({ write, at: performance.now() + AGAIN_MS })
    acknowledged++
    onAcknowledged?.()
    write.onDone?.(reply)
  }
  const due = (): Write | undefined =>
    (again[0]?.at ?? Infinity) <= performance.now() ? again.shift()?.write : undefined
  const writing = pace(
    writesPerSecond,
    MOST_WRITES,
    () => isOver,
    async () => {
      const write = due() ?? nextWrite()
      if (write) await send(write)
    },
  )
  const reading = pace(
    readsPerSecond,
    MOST_READS,
    () => isOver,
    async () => {
      await read(async (request) => {
        const reply = await withPatience(request)
        count(answers, `read ${reply?.status ?? 0}`)
        if (reply?.status === 200) reads++
        return reply
      })
    },
  )
  return {
    answers,
    acknowledged: () => acknowledged,
    reads: () => reads,
    drain: async (withinMs) => {
      isOver = true
      await Promise.all([writing, reading])
      const end = performance.now() + withinMs
      while (again.length > 0 && performance.now() < end) {
        await Promise.all(again.splice(0, 32).map(({ write }) => send(write)))
        await sleep(50)
      }
      return again.length + underWay
    },
  }
}
