import pg from 'pg'
import { explainOutage } from '../lib/db/pg-errors.ts'

/** Runs work on one connection that the app's pools do not know: as the owner, as a superuser, or to diagnose. */
export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'patchbay operator',
  })
  // A connection that breaks while no query runs is reported by the next query.
  client.on('error', () => undefined)
  await client.connect().catch((error) => {
    throw explainOutage(error, url)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The same server with another database. */
export const urlOfDatabase = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

export const databaseNameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))
