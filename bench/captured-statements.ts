// The statements that a request sent to PostgreSQL, read from its log (log_statement = all), as a script for pgbench: the same
// texts in the same transactions, with the values written in.

/** How the log begins a line: the process, then this. */
export const LOG_PREFIX = '%p ~ '

type Entry = { pid: string; text: string; detail: string }
type Transaction = { kind: 'block' | 'batch' | 'alone'; statements: string[] }

/** A line of the log goes on in lines that begin with a tab. */
const readEntries = (log: string): Entry[] => {
  const entries: Entry[] = []
  for (const line of log.replaceAll('\n\t', '\v').split('\n')) {
    const [, pid = '', level, rest = ''] = /^(\d+) ~ (LOG|DETAIL): {2}(.*)$/s.exec(line) ?? []
    const text = rest.replaceAll('\v', '\n')
    if (level === 'LOG' && /^(execute |statement: )/.test(text)) entries.push({ pid, text, detail: '' })
    const last = entries.at(-1)
    if (level === 'DETAIL' && last?.pid === pid) last.detail = text
  }
  return entries
}

/** pgbench takes `:name` for a variable also inside a text. */
const literal = (value: string): string =>
  value.includes(':')
    ? `E'${value.replaceAll('\\', '\\\\').replaceAll(':', '\\x3a').replaceAll("'", "''")}'`
    : `'${value.replaceAll("'", "''")}'`

const readParameters = (detail: string): (string | null)[] =>
  [...detail.matchAll(/\$\d+ = (NULL|'((?:[^']|'')*)')(?:, |$)/g)].map(([, given, text = '']) =>
    given === 'NULL' ? null : text.replaceAll("''", "'"),
  )

/** A value that must be new in every transaction becomes the variable that `variableOf` gives it. */
const writeIn = (text: string, detail: string, variableOf: (value: string) => string | undefined): string => {
  const values = readParameters(detail.replace(/^parameters: /, ''))
  return text
    .replace(/\$(\d+)/g, (_, place: string) => {
      const value = values[Number(place) - 1]
      if (value === undefined) throw new Error(`no value of $${place}: ${text}`)
      return value === null ? 'null' : (variableOf(value) ?? literal(value))
    })
    .trim()
}

const ASYNC = /^execute asyncCommit:/
const BATCH = /^execute durable:/
const BLOCK = /^statement: begin; execute durable\('(\d+)'\)/

/**
 * Transactions in the order of their beginning. Left out are those whose commit does not wait for the disk: the request log
 * and sessions are written for many requests at once, so one request would be charged for what it shares.
 */
const transactionsIn = (log: string, variableOf: (value: string) => string | undefined): Transaction[] => {
  const found: Transaction[] = []
  const open = new Map<string, Transaction | 'left out'>()
  const begin = (pid: string, kind: Transaction['kind'], ...statements: string[]) => {
    const transaction = { kind, statements }
    found.push(transaction)
    open.set(pid, transaction)
  }
  for (const { pid, text, detail } of readEntries(log)) {
    const sql = text.replace(/^execute [^:]*: |^statement: /, '')
    const [, account] = BLOCK.exec(text) ?? []
    const current = open.get(pid)
    if (ASYNC.test(text)) open.set(pid, 'left out')
    else if (BATCH.test(text)) begin(pid, 'batch', writeIn(sql, detail, variableOf))
    else if (account !== undefined) {
      const set = detail.replace(/^prepare: /, '')
      begin(
        pid,
        'block',
        'begin',
        writeIn(set, `$1 = '${account}'`, () => undefined),
      )
    } else if (current === 'left out') continue
    else if (current === undefined || (current.kind === 'block' && current.statements.at(-1) === 'commit'))
      begin(pid, 'alone', writeIn(sql, detail, variableOf))
    else current.statements.push(writeIn(sql, detail, variableOf))
  }
  return found
}

const scriptOf = ({ kind, statements }: Transaction): string => {
  const lines = statements.map((text) => (text.endsWith('\\gset') ? text : `${text};`)).join('\n')
  return kind === 'batch' ? `\\startpipeline\n${lines}\n\\endpipeline` : lines
}

export type Script = { text: string; statements: number }

/**
 * `isUnique` recognises the ids that the request itself chose: the script makes new ones, in a row like those. `rewrite`
 * changes what can be run only once.
 */
export const scriptFrom = (
  log: string,
  isUnique: (value: string) => boolean,
  rewrite: (statement: string) => string = (statement) => statement,
): Script => {
  const ids: string[] = []
  const variableOf = (value: string): string | undefined => {
    if (!isUnique(value)) return undefined
    if (!ids.includes(value)) ids.push(value)
    return `:id${ids.indexOf(value)}`
  }
  const transactions = transactionsIn(log, variableOf).map((one) => ({
    ...one,
    statements: one.statements.map(rewrite),
  }))
  const sets = ids.map((_, place) => `\\set id${place} :first + ${place}`)
  const text = ['\\set first random(2000000000000, 9000000000000)', ...sets, ...transactions.map(scriptOf), '']
  return { text: text.join('\n'), statements: transactions.reduce((sum, one) => sum + one.statements.length, 0) }
}
