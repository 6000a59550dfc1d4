// The end of a long wait: payment operations whose outcome no reconciliation could find out.
import pg from 'pg'

/** As after the last attempt to reconcile: operations with an unknown outcome wait for a person. Returns how many. */
export const escalateOperations = async (adminUrl: string): Promise<number> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      "update payment_operation set state = 'needs_human' where state in ('sent', 'unknown')",
    )
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}
