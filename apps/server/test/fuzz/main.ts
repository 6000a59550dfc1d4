// `node --expose-gc apps/server/test/fuzz/main.ts <inputs> <seed> [parser]`: one line of JSON for each parser. Run by
// `npm run faults -- fuzz`.
import { seededRandom } from '@patchbay/testkit/audit'
import { inputsOf } from './mutate.ts'
import type { Parser } from './parser.ts'
import { PARSERS } from './parsers.ts'

const [inputs = 5_000, seed = 1] = process.argv.slice(2, 4).map(Number)
const only = process.argv[4]

/** So many times the median is a hang, when the same input is that slow each time. */
const TIMES_MEDIAN = 100
/** Nor is what takes less than this: a busy machine makes microseconds of any length. */
const LEAST_MS = 20
const REPEATS = 5
/** Short inputs cost what a call costs; long ones are judged by their length. */
const CALL_CHARACTERS = 64
/** A parser keeps nothing, or little: what grows more than this is a leak. */
const GROWTH_MB = 32
const WARM_UP = 1_000
const MOST_PRINTED = 10

const heapMb = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const print = (parser: string, what: string, text: string): void =>
  void process.stderr.write(
    `${parser}: ${what}\n  ${JSON.stringify(text.slice(0, 400))}${text.length > 400 ? ` … ${text.length}` : ''}\n`,
  )

/** What is being read: when the process ends before its result comes, that input is never answered. */
let reading: string | undefined
process.once('beforeExit', () => {
  if (reading === undefined) return
  print('unanswered', 'no result ever comes', reading)
  process.exitCode = 1
})

/** What a parser has to do for an input: with its characters, and where it says so with its rows. */
const workOf = ({ units }: Parser, text: string): number => CALL_CHARACTERS + (units?.(text) ?? text.length)

/** In milliseconds of CPU: others on the machine do not count. */
const timeOf = async (read: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await read()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const costOf = async (parser: Parser, text: string): Promise<number> =>
  (await timeOf(() => parser.read(text))) / workOf(parser, text)

const least = async (parser: Parser, text: string): Promise<number> => {
  const costs: number[] = []
  for (let count = 0; count < REPEATS; count++) costs.push(await costOf(parser, text))
  return Math.min(...costs)
}

const fuzz = async (parser: Parser) => {
  const random = seededRandom(seed)
  const recent: number[] = []
  let [count, crashes, hangs, accepted, usual, before, slowest] = [0, 0, 0, 0, 0, 0, 0]
  for (const text of inputsOf(parser.corpus, random, seed)) {
    if (count >= inputs) break
    count++
    reading = text
    try {
      const ms = await timeOf(async () => {
        if (await parser.read(text)) accepted++
      })
      const cost = ms / workOf(parser, text)
      if (count <= WARM_UP) recent.push(cost)
      else if (cost > usual * TIMES_MEDIAN) {
        const again = await least(parser, text)
        if (again * workOf(parser, text) < LEAST_MS) continue
        slowest = Math.max(slowest, again / usual)
        if (again / usual > TIMES_MEDIAN && ++hangs <= MOST_PRINTED)
          print(parser.name, `${Math.round(again / usual)} times the median`, text)
      }
    } catch (error) {
      if (++crashes <= MOST_PRINTED)
        print(parser.name, error instanceof Error ? (error.stack ?? '') : String(error), text)
    }
    if (count === WARM_UP) [usual, before] = [median(recent), heapMb()]
  }
  const growth = Math.max(0, Math.round(heapMb() - before))
  if (growth > GROWTH_MB) {
    crashes++
    print(parser.name, `keeps ${growth} MB`, '')
  }
  return {
    parser: parser.name,
    inputs: count,
    accepted,
    crashes,
    hangs,
    slowest_of_median: Math.round(slowest),
    growth_mb: growth,
  }
}

for (const create of PARSERS) {
  const parser = create()
  if (only === undefined || only === parser.name) process.stdout.write(`${JSON.stringify(await fuzz(parser))}\n`)
}
if (Object.keys(Object.prototype).length > 0 || 'x' in {}) throw new Error('the prototype of all objects was changed')
reading = undefined
