import { type BUILT_IN_NAMES, hasBuiltInName } from '@patchbay/contract/base/built-in-names'
import type { Texts } from '../texts/catalogue.ts'

type Kind = keyof typeof BUILT_IN_NAMES

/** Built-in references are in the language of the user until somebody renames them; then the name is as it was typed. */
export const referenceName = (
  { builtIn }: Texts,
  kind: Kind,
  { code, name }: { code: string; name: string },
): string => (hasBuiltInName(kind, code, name) ? ((builtIn[kind] as Record<string, string>)[code] ?? name) : name)

/** The same rows with the names that the user sees. */
export const withNames = <Row extends { code: string; name: string }>(
  texts: Texts,
  kind: Kind,
  rows: readonly Row[],
): Row[] => rows.map((row) => ({ ...row, name: referenceName(texts, kind, row) }))
