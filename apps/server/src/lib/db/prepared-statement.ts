import type { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/**
 * A statement of a hot path whose text never changes: built once, and after that only its values are put in. Building it
 * anew costs more than sending it. `build` may place the values, but not look at them: it is given marks instead.
 */
export const preparedStatement = <Values extends object, Row>(
  build: (db: Db, values: Values) => CompiledQuery<Row>,
): ((db: Db, values: Values) => CompiledQuery<Row>) => {
  const names = new WeakMap<object, keyof Values>()
  const marked = (name: keyof Values): object => {
    const mark = {}
    names.set(mark, name)
    return mark
  }
  const marks = new Proxy({} as Values, { get: (_, name) => marked(name as keyof Values) })
  const nameOf = (value: unknown) => (typeof value === 'object' && value !== null ? names.get(value) : undefined)
  const known = new WeakMap<Db, { compiled: CompiledQuery<Row>; inPlace: (keyof Values | undefined)[] }>()
  const compile = (db: Db) => {
    const compiled = build(db, marks)
    const fresh = { compiled, inPlace: compiled.parameters.map(nameOf) }
    known.set(db, fresh)
    return fresh
  }
  return (db, values) => {
    const { compiled, inPlace } = known.get(db) ?? compile(db)
    const parameters = inPlace.map((name, place) => (name === undefined ? compiled.parameters[place] : values[name]))
    return { ...compiled, parameters }
  }
}
