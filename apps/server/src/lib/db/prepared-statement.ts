import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** A named parameter of a prepared statement. */
export type Param<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

const PLACEHOLDER = Symbol('placeholder')
type Placeholder = { [PLACEHOLDER]: PropertyKey }

const isPlaceholder = (value: unknown): value is Placeholder =>
  typeof value === 'object' && value !== null && PLACEHOLDER in value

/**
 * A statement of a hot path whose text never changes: compiled at its first use; after that only the values are bound.
 * Building it again would cost more than sending it. `param('name')` is the place of a value.
 */
export const preparedStatement = <Values extends object, Row>(
  build: (db: Db, param: Param<Values>) => CompiledQuery<Row>,
): ((db: Db, values: Values) => CompiledQuery<Row>) => {
  type Name = keyof Values
  const param: Param<Values> = (name) => sql`${{ [PLACEHOLDER]: name } satisfies Placeholder}`
  let compiled: CompiledQuery<Row> | undefined
  let names: (Name | undefined)[] = []
  const compile = (db: Db): CompiledQuery<Row> => {
    compiled = build(db, param)
    names = compiled.parameters.map((value) => (isPlaceholder(value) ? (value[PLACEHOLDER] as Name) : undefined))
    return compiled
  }
  return (db, values) => {
    const { sql: text, query, queryId, parameters } = compiled ?? compile(db)
    return {
      ...{ sql: text, query, queryId },
      parameters: names.map((name, place) => (name === undefined ? parameters[place] : values[name])),
    }
  }
}
