export type RecordedCase = {
  client: string
  method: string
  /** The file in requests/ with the bytes. */
  request: string
  path: string
  result: 'works' | 'refused' | 'not offered'
  reason?: string
  status: number
  /** What the answer has, among other things. */
  body: object
}

/** A call of an npm client that ran: what it sent, and the status of the answer. */
export type NpmRow = { client: string; method: string; path: string; status: number }

const HEAD = `# Compatibility with published clients

One row for each client and method that our tests send: what works, what is refused and why, and what is not offered. For shops that
point existing integrations at Patchbay, and for people who add a method.

This page is made by \`npm run compat\` of the requests in \`apps/server/test/compat\`, which are replayed byte for byte against a
running server; it fails when an answer or this page differs. The two npm clients \`retailcrm\` and \`node-retailcrm-api\` run
unchanged in the same command ([why](decisions/public-clients.md)). A method that is not offered is answered 404
\`API method not found\`. Requests and answers of the transport API hold to its public OpenAPI document as well, except where
\`apps/server/test/support/transport-differences.ts\` says why not.
`

/** A Markdown table with columns of equal width, as the formatter writes it. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}

/** The tables of docs/compatibility.md. */
export const compatibilityPage = (cases: readonly RecordedCase[], npmRows: readonly NpmRow[]): string => {
  const npmTables = [...Map.groupBy(npmRows, ({ client }) => client)].map(([client, own]) => {
    const rows = own.map(({ method, path, status }) => [method, `\`${path}\``, String(status), 'works'])
    return `## ${client}\n\n${table([['Method', 'Request', 'Status', 'Result'], ...rows])}\n`
  })
  const tables = [...Map.groupBy(cases, ({ client }) => client)].map(([client, own]) => {
    const rows = own.map(({ method, path, status, result, reason }) => [
      ...[method, `\`${path}\``, String(status), reason ? `${result}: ${reason}` : result],
    ])
    return `## ${client}\n\n${table([['Method', 'Request', 'Status', 'Result'], ...rows])}\n`
  })
  return `${HEAD}\n${[...tables, ...npmTables].join('\n')}`
}
