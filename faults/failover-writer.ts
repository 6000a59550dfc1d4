// Writes directly to one node, past HAProxy: `node faults/failover-writer.ts <address> <first number>`. It prints each
// number that the node acknowledged, with the time at which the node executed it and the node's timeline. A primary that was
// cut off or paused must execute and acknowledge none on its own timeline after its successor did.
import pg from 'pg'

const [address = '', first = '0'] = process.argv.slice(2)

const INSERT = `insert into direct_write values ($1)
  returning round(extract(epoch from clock_timestamp()) * 1000) as at, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`

const write = async (from: number): Promise<number> => {
  const client = new pg.Client({
    connectionString: `postgres://postgres@${address}/postgres`,
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => undefined)
  let number = from
  try {
    await client.connect()
    for (;;) {
      const { rows } = await client.query<{ at: string; timeline: string }>(INSERT, [number])
      process.stdout.write(`${number} ${rows[0]?.at} ${rows[0]?.timeline}\n`)
      number++
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } catch {
    await client.end().catch(() => undefined)
    // The outcome of a failed insert is unknown: its number is not used again.
    return number + 1
  }
}

for (let number = Number(first); ; ) {
  number = await write(number)
  await new Promise((resolve) => setTimeout(resolve, 200))
}
