import { whyUnfit } from './json.ts'

export type Form = { ok: true; fields: Record<string, unknown> } | { ok: false; reason: string }

const MAX_FIELDS = 1000

/**
 * Puts one field into the tree that its PHP bracket name spells: filter[groups][]=2. Names without brackets are the
 * rule. A scalar that is sent twice is rejected: two readers would take two different values for it.
 */
const place = (fields: Record<string, unknown>, name: string, value: string): string | undefined => {
  const brackets = /^([^[]+)((?:\[[^[\]]*\])+)$/.exec(name)
  const path = brackets ? [brackets[1] ?? '', ...(brackets[2] ?? '').slice(1, -1).split('][')] : [name]
  if (path.length > 5) return `the name of ${name.slice(0, 60)} is nested too deep`
  let node = fields
  for (const [index, part] of path.entries()) {
    if (part === '__proto__' || part === 'constructor' || part === 'prototype') return `the name ${part} is not allowed`
    const key = part === '' ? String(Object.keys(node).length) : part
    const taken = Object.hasOwn(node, key) ? node[key] : undefined
    if (index === path.length - 1) {
      if (taken !== undefined) return `${name.slice(0, 60)} is given twice`
      node[key] = value
    } else if (taken === undefined) {
      const child: Record<string, unknown> = {}
      node[key] = child
      node = child
    } else if (typeof taken === 'object' && taken !== null) {
      node = taken as Record<string, unknown>
    } else return `${name.slice(0, 60)} is given twice`
  }
  return undefined
}

/** Fields by name: of a form, a multipart body or a query. */
export const readFields = (entries: Iterable<[string, string]>): Form => {
  const fields: Record<string, unknown> = {}
  let count = 0
  for (const [name, value] of entries) {
    if (++count > MAX_FIELDS) return { ok: false, reason: `more than ${MAX_FIELDS} fields` }
    const reason = whyUnfit(name) ?? whyUnfit(value)
    if (reason) return { ok: false, reason: `${name.slice(0, 60)}: ${reason}` }
    const misplaced = place(fields, name, value)
    if (misplaced) return { ok: false, reason: misplaced }
  }
  return { ok: true, fields }
}

/** Reads application/x-www-form-urlencoded text; malformed percent-encoding is rejected, not replaced. */
export const readForm = (text: string, lists: ReadonlySet<string> = new Set()): Form => {
  const params = new URLSearchParams(text)
  if (!/%ef%bf%bd|\uFFFD/i.test(text)) {
    for (const [name, value] of params) {
      if (name.includes('\uFFFD') || value.includes('\uFFFD')) return { ok: false, reason: 'it is not UTF-8' }
    }
  }
  return readFields([...params].map(([name, value]) => [lists.has(name) ? `${name}[]` : name, value]))
}
