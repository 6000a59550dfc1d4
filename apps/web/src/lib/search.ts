// Search parameters of URLs: each list declares its parameters once, and both the validation and the type of the search
// come from there. Invalid parameters are dropped, so that an edited URL still shows a page.

type Read<T> = (value: unknown) => T | undefined

export const text: Read<string> = (value) => (value === undefined || value === '' ? undefined : String(value))

export const number: Read<number> = (value) => Number(value) || undefined

/** A whole number from 0. */
export const count: Read<number> = (value) => (/^\d{1,9}$/.test(String(value ?? '')) ? Number(value) : undefined)

/** A day of the account: 2026-11-15. */
export const day: Read<string> = (value) => (/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined)

export const flag: Read<boolean> = (value) => (value ? true : undefined)

export const oneOf =
  <const Value extends string>(...values: readonly Value[]): Read<Value> =>
  (value) =>
    values.find((one) => one === value)

type Search<Shape> = { [Name in keyof Shape]?: Shape[Name] extends Read<infer T> ? T | undefined : never }

/** For validateSearch of a route. */
export const searchParams =
  <Shape extends Record<string, Read<unknown>>>(shape: Shape) =>
  (raw: Record<string, unknown>): Search<Shape> =>
    Object.fromEntries(Object.entries(shape).map(([name, read]) => [name, read(raw[name])])) as Search<Shape>

export type SearchOf<Validate extends (raw: Record<string, unknown>) => unknown> = ReturnType<Validate>
