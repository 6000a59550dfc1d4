// What every measurement is made of: sizes from flags, an open-loop load, percentiles, and bounds that fail the run.
import { parseArgs } from 'node:util'

export type Figures = Record<string, number | string>

/** What was measured, and the sentences about what it should have been. */
export type Result = { figures: Figures; broken: string[] }

export type Bench = (flags: string[]) => Promise<Result>

/** Sizes by name; the defaults are the real ones, smaller ones are for trying it out. */
export const readSizes = <Name extends string>(
  flags: string[],
  defaults: Record<Name, number>,
): Record<Name, number> => {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ args: flags, options })
  return Object.fromEntries(
    Object.entries<number>(defaults).map(([name, otherwise]) => [name, Number(values[name] ?? otherwise)]),
  ) as Record<Name, number>
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return Math.round(value * 100) / 100
}

export const mean = (values: readonly number[]): number =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1000) / 1000

/**
 * So many a second, whether the system keeps up or not: who waits for an answer before sending the next would measure
 * a slow system with less load. Gives how many a second were really answered.
 */
export const sendSteadily = async (
  perSecond: number,
  seconds: number,
  send: (index: number) => Promise<void>,
): Promise<number> => {
  const total = perSecond * seconds
  const started = performance.now()
  const waiting: Promise<void>[] = []
  for (let index = 0; index < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond) + 1)
    while (index < due) waiting.push(send(index++))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(waiting)
  return Math.round(total / ((performance.now() - started) / 1000))
}

/** The milliseconds that the server itself says it took. */
export const insideMs = (headers: Record<string, string | string[] | undefined>): number =>
  Number(/dur=([\d.]+)/.exec(String(headers['server-timing']))?.[1])
