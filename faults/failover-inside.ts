// The part of the failover run inside the namespace of the bridge: the cluster, servers and workers, the load, the
// faults, and the audit.
import { spawn } from 'node:child_process'
import { seededRandom } from '@patchbay/testkit/audit'
import { startInstallation } from '@patchbay/testkit/installation'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { type Cluster, HUB, type Node, startCluster } from './patroni-cluster.ts'
import { STORM_ENV, startStormRig } from './storm-rig.ts'

const [roundsText = '5', seedText = '1', ...places] = process.argv.slice(2)
const [rounds, seed] = [Number(roundsText), Number(seedText)]
const [SERVERS, WORKERS, WRITES, READS, INVOICES_PER_ROUND] = [2, 1, 60, 60, 120]
const [TAKEOVER_MS, REJOIN_MS] = [180_000, 300_000]
/** How long the old primary stays away after its successor took the first write. */
const AWAY_MS = 3_000

type Fault = {
  name: string
  inject: (cluster: Cluster, node: Node) => Promise<void>
  end: (cluster: Cluster, node: Node) => unknown
}

const FAULTS: readonly Fault[] = [
  { name: 'cut off', inject: (cluster, node) => cluster.cut(node), end: (cluster, node) => cluster.heal(node) },
  {
    name: 'paused before it renews the leader key',
    inject: (cluster, node) => cluster.pauseAtRenewal(node),
    end: (cluster, node) => cluster.resumeNode(node),
  },
  {
    name: 'node killed',
    inject: (cluster, node) => cluster.killNode(node),
    end: (cluster, node) => cluster.startNode(node),
  },
  {
    name: 'paused',
    inject: (cluster, node) => cluster.pauseNode(node),
    end: (cluster, node) => cluster.resumeNode(node),
  },
  { name: 'postmaster killed', inject: (cluster, node) => cluster.killPostgres(node), end: () => undefined },
]

type Acknowledged = { number: number; at: number; timeline: string }

/** Numbers that one node acknowledged directly. */
const startDirectWriter = ({ place, address }: Node, first: number) => {
  const script = [
    'netns',
    'exec',
    place,
    process.execPath,
    'faults/failover-writer.ts',
    `${address}:5432`,
    String(first),
  ]
  const child = spawn('ip', script, { stdio: ['ignore', 'pipe', 'ignore'] })
  const acknowledged: Acknowledged[] = []
  let rest = ''
  child.stdout.on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [number, at, timeline = ''] = line.split(' ')
      acknowledged.push({ number: Number(number), at: Number(at), timeline })
    }
  })
  return { acknowledged, stop: () => void child.kill('SIGKILL') }
}

const query = async (url: string, text: string): Promise<Record<string, string>[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

const COPY = `select count(*) || ' ' || coalesce(md5(string_agg(external_id, ',' order by id)), '') as sum from customer_order`

const cluster = await startCluster(places)
const { adminUrl } = cluster
const notHere = () => Promise.reject(new Error('the cluster is not started and stopped like this'))
const running = {
  adminUrl,
  port: 5432,
  remove: cluster.close,
  crash: notHere,
  pause: notHere,
  resume: notHere,
  start: notHere,
  stop: notHere,
  log: notHere,
}
console.log('three nodes are healthy')
const installation = await startInstallation(
  { ...STORM_ENV, DATABASE_URL: `postgres://patchbay@${HUB}:5432/patchbay` },
  { running },
)
let [lastAck, longestGap] = [0, 0]
/** A node of a busy machine may answer late. */
const findPrimary = async (): Promise<Node> => (await cluster.primary()) ?? sleep(200).then(findPrimary)
try {
  await query(adminUrl, 'create table direct_write (number bigint primary key)')
  const rig = await startStormRig(installation, {
    seed,
    servers: SERVERS,
    workers: WORKERS,
    invoices: rounds * INVOICES_PER_ROUND,
    writesPerSecond: WRITES,
    readsPerSecond: READS,
    onAcknowledged: () => {
      const now = performance.now()
      if (lastAck > 0) longestGap = Math.max(longestGap, now - lastAck)
      lastAck = now
    },
  })
  const random = seededRandom(seed + 1)
  const outages: number[] = []
  const direct: Acknowledged[] = []
  let [splitBrain, electedAgain] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const fault = FAULTS[round % FAULTS.length] as Fault
    await waitUntil('all nodes stream', cluster.isHealthy, REJOIN_MS)
    await sleep(1_000 + random() * 2_000)
    const old = await findPrimary()
    const writer = startDirectWriter(old, round * 1_000_000)
    await waitUntil('the direct writer writes', () => writer.acknowledged.length > 4, 60_000)
    longestGap = 0
    await fault.inject(cluster, old)
    let successor: Node | undefined
    const isTaken = async () => {
      successor = await cluster.primary()
      return successor !== undefined && successor !== old
    }
    await waitUntil('another node is the primary', isTaken, TAKEOVER_MS)
    const before = rig.load.acknowledged()
    await waitUntil('it takes writes', () => rig.load.acknowledged() > before, TAKEOVER_MS)
    const takenAt = Date.now()
    outages.push(longestGap / 1000)
    console.log(
      `round ${round + 1}: ${old.name} ${fault.name}; ${successor?.name} takes writes after ${(longestGap / 1000).toFixed(1)} s`,
    )
    await sleep(AWAY_MS)
    await fault.end(cluster, old)
    await waitUntil('all nodes stream', cluster.isHealthy, REJOIN_MS)
    if ((await cluster.primary()) === old) electedAgain++
    writer.stop()
    direct.push(...writer.acknowledged)
    // Until it is a standby, the old primary is on its own timeline. Elected again, it would be on a later one.
    const own = writer.acknowledged[0]?.timeline
    splitBrain += writer.acknowledged.filter(({ at, timeline }) => at > takenAt && timeline === own).length
  }
  const crashed = [...rig.servers, ...rig.workers].filter(({ child }) => !child.alive()).length
  const { audit, figures } = await rig.finish()
  await rig.close()
  const stored = new Set((await query(adminUrl, 'select number from direct_write')).map(({ number }) => Number(number)))
  const directLost = direct.filter(({ number }) => !stored.has(number)).length
  // A node that was away may still be rewound and restarted by Patroni.
  const sumAt = async ({ name, address }: Node): Promise<string | undefined> =>
    (await query(`postgres://postgres@${address}:5432/patchbay`, COPY).catch(() => [{ sum: `${name} is away` }]))[0]
      ?.sum
  const sums = async () => new Set(await Promise.all(cluster.nodes.map(sumAt))).size
  await waitUntil('all nodes have the same rows', async () => (await sums()) === 1, REJOIN_MS).catch(() => undefined)
  const differs = (await sums()) - 1
  outages.sort((a, b) => a - b)
  const report = {
    ...audit,
    lost: audit.lost + directLost + differs,
    phantom: audit.phantom + splitBrain,
    stuck: audit.stuck + crashed,
    trials: rounds,
    seed,
    rounds,
    outage_p50_seconds: (outages[Math.floor(outages.length / 2)] ?? 0).toFixed(1),
    outage_max_seconds: (outages.at(-1) ?? 0).toFixed(1),
    direct_writes_acknowledged: direct.length,
    direct_writes_lost: directLost,
    acknowledged_by_two_primaries: splitBrain,
    nodes_that_differ: differs,
    old_primary_elected_again: electedAgain,
    processes_that_crashed: crashed,
    ...figures,
  }
  console.log(JSON.stringify(report))
} finally {
  await installation.close()
}
process.exit(0)
