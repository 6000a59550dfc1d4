// The data folder of a PostgreSQL whose database is migrated and empty. It is made once, by the operator's commands, and
// copied for each installation: in a tenth of the time that initdb and the migrations take.
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashOfSchema, migrateDatabase } from './database.ts'
import { startPostgres } from './services.ts'

/**
 * Of this schema; runs at the same time share it, and what stands in a temporary folder may stay there. Copies of one have
 * the same system identifier; those of another name have another.
 */
export const prepareCluster = async (database: string, name: string): Promise<string> => {
  const folder = join(tmpdir(), `patchbay-${name}-${database}-${await hashOfSchema()}`)
  if (existsSync(folder)) return folder
  const made = await mkdtemp(join(tmpdir(), 'patchbay-preparing-'))
  const postgres = await startPostgres({ folder: made })
  await migrateDatabase(database, postgres.adminUrl)
  await postgres.stop('fast')
  // Another run may have been faster; its folder is as good.
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }))
  return folder
}
