import type { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/**
 * A statement of a hot path whose text never changes: built once, and after that only its values are put in. Building it
 * anew costs more than sending it. `build` is given the values' names in their place, so they must be texts.
 */
export const compileOnce = <Name extends string, Row>(
  names: readonly Name[],
  build: (db: Db, values: Record<Name, string>) => CompiledQuery<Row>,
): ((db: Db, values: Record<Name, string>) => CompiledQuery<Row>) => {
  const marks = Object.fromEntries(names.map((name) => [name, `\0${name}`])) as Record<Name, string>
  const compiled = new WeakMap<Db, CompiledQuery<Row>>()
  return (db, values) => {
    const known = compiled.get(db) ?? build(db, marks)
    compiled.set(db, known)
    const placed = known.parameters.map((value) => {
      const name = names.find((one) => marks[one] === value)
      return name === undefined ? value : values[name]
    })
    return { ...known, parameters: placed }
  }
}
