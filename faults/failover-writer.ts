// Writes directly to one node, past HAProxy: `node faults/failover-writer.ts <address> <first number>`. It prints each
// number that the node acknowledged, with the time. A primary that was cut off or paused must acknowledge none after its
// successor did.
import pg from 'pg'

const [address = '', first = '0'] = process.argv.slice(2)

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
      await client.query('insert into direct_write values ($1)', [number])
      process.stdout.write(`${number} ${Date.now()}\n`)
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
