// Renders the templates of deploy/helm for the tests, since helm is not there: the few actions that they use, and an error
// for every other. helm itself renders them in CI (.github/workflows/ci.yml).

type Values = Record<string, unknown>

const lookUp = (path: string, scope: Values): unknown =>
  path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((value, name) => (value as Values | undefined)?.[name], scope)

const FILTERS: Readonly<Record<string, (value: unknown, argument: unknown) => unknown>> = {
  quote: (value) => JSON.stringify(String(value ?? '')),
  toJson: (value) => JSON.stringify(value),
  default: (value, fallback) => (value === '' || value === undefined ? fallback : value),
}

/** An expression: a path or a variable, then filters. */
const evaluate = (expression: string, scope: Values): unknown => {
  const [first = '', ...filters] = expression.split('|').map((part) => part.trim())
  const read = (text: string): unknown => {
    if (!/^[.$][\w.]*$/.test(text)) throw new Error(`an expression that the renderer does not know: ${text}`)
    return lookUp(text.startsWith('$') ? text.replace('$', '.$') : text, scope)
  }
  return filters.reduce<unknown>((value, filter) => {
    const [name = '', argument] = filter.split(/\s+/)
    const apply = FILTERS[name]
    if (!apply) throw new Error(`a filter that the renderer does not know: ${name}`)
    return apply(value, argument === undefined ? undefined : read(argument))
  }, read(first))
}

type Token = { text?: string; action?: string }

const tokensOf = (template: string): Token[] =>
  template.split(/(\{\{-?[\s\S]*?-?\}\})/).map((part, index, parts) => {
    if (index % 2 === 1) return { action: part.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '') }
    // {{- removes the white space before it.
    return { text: parts[index + 1]?.startsWith('{{-') ? part.trimEnd() : part }
  })

/** The tokens up to the end or else that belongs to this block. */
const splitBlock = (tokens: readonly Token[]): { inner: Token[]; otherwise: Token[]; rest: Token[] } => {
  let depth = 0
  let middle: number | undefined
  for (const [index, { action = '' }] of tokens.entries()) {
    if (/^(if|range)\b/.test(action)) depth++
    else if (action === 'else' && depth === 0) middle = index
    else if (action === 'end' && depth-- === 0)
      return {
        inner: tokens.slice(0, middle ?? index),
        otherwise: middle === undefined ? [] : tokens.slice(middle + 1, index),
        rest: tokens.slice(index + 1),
      }
  }
  throw new Error('a block without end')
}

const render = (tokens: readonly Token[], scope: Values): string => {
  const [token, ...after] = tokens
  if (!token) return ''
  const { text, action } = token
  if (action === undefined) return `${text}${render(after, scope)}`
  const condition = /^if (.+)$/.exec(action)?.[1]
  const range = /^range \$(\w+), \$(\w+) := (.+)$/.exec(action)
  if (condition === undefined && !range) return `${evaluate(action, scope)}${render(after, scope)}`
  const { inner, otherwise, rest } = splitBlock(after)
  if (condition !== undefined)
    return render(evaluate(condition, scope) ? inner : otherwise, scope) + render(rest, scope)
  const [, name = '', value = '', path = ''] = range ?? []
  const entries = Object.entries((evaluate(path, scope) ?? {}) as Values).sort()
  const turns = entries.map(([key, item]) => render(inner, { ...scope, [`$${name}`]: key, [`$${value}`]: item }))
  return turns.join('') + render(rest, scope)
}

export const renderTemplate = (template: string, scope: Values): string => render(tokensOf(template), scope)
