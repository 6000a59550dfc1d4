import { Refusal } from './request.ts'

// An invalid request is refused with the name of the wrong member before the module's own code sees it.

type Kind = 'text' | 'number' | 'flag' | 'list' | 'object'
/** The type of each member; a name that ends in ? is optional. */
export type Shape = Readonly<Record<string, Kind>>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const IS_KIND: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  list: Array.isArray,
  object: isRecord,
}

/** What is wrong with the value, for an error message; undefined when it is valid. */
export const findProblem = (name: string, value: unknown, shape: Shape): string | undefined => {
  if (!isRecord(value)) return `"${name}" must be an object`
  for (const [member, kind] of Object.entries(shape)) {
    const optional = member.endsWith('?')
    const key = optional ? member.slice(0, -1) : member
    const actual = value[key]
    if (actual === undefined || actual === null) {
      if (!optional) return `"${name}.${key}" is missing`
    } else if (!IS_KIND[kind](actual)) return `"${name}.${key}" must be a ${kind}`
  }
  return undefined
}

/** Reads an object parameter: a JSON string in a form, or an object in a JSON body. */
export const readObject = <T>(parameters: Readonly<Record<string, unknown>>, name: string, shape: Shape): T => {
  let value = parameters[name]
  if (value === undefined) throw new Refusal(`The parameter "${name}" is missing`, 400)
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value)
    } catch {
      throw new Refusal(`The parameter "${name}" is not valid JSON`, 400)
    }
  }
  const problem = findProblem(name, value, shape)
  if (problem !== undefined) throw new Refusal(problem, 400)
  return value as T
}

/** Reads a required query parameter. */
export const readText = (parameters: Readonly<Record<string, unknown>>, name: string): string => {
  const value = parameters[name]
  if (typeof value !== 'string' || value === '') throw new Refusal(`The parameter "${name}" is missing`, 400)
  return value
}
