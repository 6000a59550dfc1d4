import { Refusal } from './request.ts'

// A request that is not what the contract says is refused with the name of the member that is wrong, before the module's
// own code sees it.

type Kind = 'text' | 'number' | 'flag' | 'list' | 'object'
/** Members by name; a name that ends in ? may be absent. */
export type Shape = Readonly<Record<string, Kind>>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const IS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  list: Array.isArray,
  object: isRecord,
}

/** Why the value has not the shape, in words; undefined when it has. */
export const whyNot = (name: string, value: unknown, shape: Shape): string | undefined => {
  if (!isRecord(value)) return `"${name}" must be an object`
  for (const [member, kind] of Object.entries(shape)) {
    const optional = member.endsWith('?')
    const key = optional ? member.slice(0, -1) : member
    const given = value[key]
    if (given === undefined || given === null) {
      if (!optional) return `"${name}.${key}" is missing`
    } else if (!IS[kind](given)) return `"${name}.${key}" must be a ${kind}`
  }
  return undefined
}

/** Reads a parameter that holds an object: as JSON text in a form, or already an object in a JSON body. */
export const readObject = <T>(parameters: Readonly<Record<string, unknown>>, name: string, shape: Shape): T => {
  let value = parameters[name]
  if (value === undefined) throw new Refusal(`The parameter "${name}" is missing`, 400)
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value)
    } catch {
      throw new Refusal(`The parameter "${name}" is not readable JSON`, 400)
    }
  }
  const complaint = whyNot(name, value, shape)
  if (complaint !== undefined) throw new Refusal(complaint, 400)
  return value as T
}

/** Reads a parameter of a query that must be there. */
export const readText = (parameters: Readonly<Record<string, unknown>>, name: string): string => {
  const value = parameters[name]
  if (typeof value !== 'string' || value === '') throw new Refusal(`The parameter "${name}" is missing`, 400)
  return value
}
