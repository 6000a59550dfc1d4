// PostgreSQL as docs/guides/high-availability.md describes it: three nodes under Patroni with etcd, HAProxy in front, with
// the files of deploy/ha. Each node is in a network namespace of its own, on a bridge in the namespace of this process.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { signalTree, sleep, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const START_MS = 300_000

export const HUB = '10.77.0.1'
const addressOf = (n: number): string => `10.77.0.1${n}`

export type Node = {
  name: string
  number: number
  address: string
  /** The namespace. */
  place: string
  folder: string
  patroni: ChildProcess
  etcd: ChildProcess
}

export type Cluster = {
  nodes: Node[]
  /** Through HAProxy, as a superuser. */
  adminUrl: string
  primary: () => Promise<Node | undefined>
  /** One primary, two streaming standbys, one of them synchronous. */
  isHealthy: () => Promise<boolean>
  killPostgres: (node: Node) => Promise<void>
  /** Everything on the node, with SIGKILL. */
  killNode: (node: Node) => Promise<void>
  startNode: (node: Node) => void
  /** Everything on the node, with SIGSTOP. */
  pauseNode: (node: Node) => Promise<void>
  /** Stops Patroni just before it renews the leader key, then PostgreSQL. */
  pauseAtRenewal: (node: Node) => Promise<void>
  resumeNode: (node: Node) => Promise<void>
  /** Packets vanish, nothing is closed. */
  cut: (node: Node) => Promise<void>
  heal: (node: Node) => Promise<void>
  close: () => Promise<void>
}

/** A control run, to see that the audit finds what asynchronous replication loses. It must fail. */
const isAsynchronous = process.env.FAILOVER_CONTROL === 'asynchronous'

/** The file of deploy/ha, with shorter times, no passwords, and the socket in the node's own folder. */
const patroniConfig = async (folder: string): Promise<string> =>
  (await readFile(join(ROOT, 'deploy/ha/patroni.yml'), 'utf8'))
    .replace('ttl: 30', 'ttl: 8')
    .replace('loop_wait: 10', 'loop_wait: 1')
    .replace('retry_timeout: 10', 'retry_timeout: 3')
    .replaceAll(/(synchronous_mode\w*): true/g, `$1: ${!isAsynchronous}`)
    .replaceAll('scram-sha-256', 'trust')
    .replace('local all all peer', 'local all all trust')
    .replace('/var/run/postgresql', folder)

/** An environment file of deploy/ha, which is that of the first node, for another node. */
const environmentOf = async (file: string, n: number): Promise<Record<string, string>> => {
  const lines = (await readFile(join(ROOT, 'deploy/ha', file), 'utf8')).split('\n')
  const pairs = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2))
  const ofNode = ([name = '', value = '']: string[]): [string, string] => {
    const isShared = name === 'ETCD_INITIAL_CLUSTER' || name === 'PATRONI_ETCD_HOSTS'
    return [name, isShared ? value : value.replace(/^n1$/, `n${n}`).replaceAll('10.77.0.11', addressOf(n))]
  }
  return Object.fromEntries(pairs.map(ofNode))
}

const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--']

const launch = (
  place: string | undefined,
  command: string[],
  env: Record<string, string>,
  log: string,
): ChildProcess => {
  const all = [...(place ? ['ip', 'netns', 'exec', place] : []), ...AS_POSTGRES, ...command]
  const [program = '', ...args] = ['sh', '-c', 'exec "$@" >>"$0" 2>&1', log, ...all]
  const child = spawn(program, args, { cwd: '/', env: { PATH: process.env.PATH ?? '', ...env }, stdio: 'ignore' })
  child.on('error', () => undefined)
  return child
}

const signal = (child: ChildProcess, name: NodeJS.Signals): void => {
  if (child.exitCode === null && child.signalCode === null) child.kill(name)
}

const postmasterOf = async ({ folder }: Node): Promise<number | undefined> => {
  const text = await readFile(join(folder, 'data/postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n')[0]) || undefined
}

const signalPostgres = async (node: Node, name: NodeJS.Signals): Promise<void> => {
  const pid = await postmasterOf(node)
  if (pid !== undefined) await signalTree(pid, name).catch(() => undefined)
}

const isPrimary = async ({ address }: Node): Promise<boolean> =>
  (await fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined))
    ?.status === 200

const streamingFrom = async ({ address }: Node): Promise<{ all: number; sync: number }> => {
  const client = new pg.Client({
    connectionString: `postgres://postgres@${address}:5432/postgres`,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as all, count(*) filter (where sync_state in ('sync', 'quorum'))::int as sync
       from pg_stat_replication where state = 'streaming'`,
    )
    return rows[0]
  } catch {
    return { all: 0, sync: 0 }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether Patroni, stopped by itself, has reached the pause. */
const isStopped = async ({ patroni }: Node): Promise<boolean> =>
  /^State:\s+T/m.test(await readFile(`/proc/${patroni.pid}/status`, 'utf8').catch(() => ''))

/** `places` are the namespaces of the nodes; the bridge with their ports vn1 to vn3 is in our own. */
export const startCluster = async (places: readonly string[]): Promise<Cluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-ha-'))
  await chmod(folder, 0o755)
  const bin = globSync('/usr/lib/postgresql/15/bin')[0] ?? globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? ''
  const pauseFile = ({ folder: own }: Pick<Node, 'folder'>) => join(own, 'pause')
  const launchEtcd = async (n: number, place: string, own: string) =>
    launch(
      place,
      ['etcd'],
      { ...(await environmentOf('etcd.env', n)), ETCD_DATA_DIR: join(own, 'etcd') },
      join(own, 'etcd.log'),
    )
  const launchPatroni = async (n: number, place: string, own: string) => {
    const env = {
      ...(await environmentOf('patroni.env', n)),
      PATRONI_POSTGRESQL_DATA_DIR: join(own, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_POSTGRESQL_PGPASS: join(own, 'pgpass'),
      PAUSE_FILE: pauseFile({ folder: own }),
    }
    const command = ['/usr/bin/python3', join(folder, 'patroni-pause.py'), join(own, 'patroni.yml')]
    return launch(place, command, env, join(own, 'patroni.log'))
  }
  await writeFile(join(folder, 'patroni-pause.py'), await readFile(join(ROOT, 'faults/patroni-pause.py')))
  const nodes: Node[] = []
  for (const [index, place] of places.entries()) {
    const number = index + 1
    const own = join(folder, `n${number}`)
    await mkdir(own)
    await run('chown', ['postgres:postgres', own])
    await writeFile(join(own, 'patroni.yml'), await patroniConfig(own))
    const etcd = await launchEtcd(number, place, own)
    const address = addressOf(number)
    nodes.push({ name: `n${number}`, number, address, place, folder: own, etcd, patroni: etcd })
  }
  for (const node of nodes) node.patroni = await launchPatroni(node.number, node.place, node.folder)
  const haproxyEnv = { LISTEN: `${HUB}:5432`, NODE1: addressOf(1), NODE2: addressOf(2), NODE3: addressOf(3) }
  const config = join(ROOT, 'deploy/ha/haproxy.cfg')
  await writeFile(join(folder, 'haproxy.cfg'), await readFile(config))
  const haproxy = launch(undefined, ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')], haproxyEnv, '/dev/null')

  const primary = async (): Promise<Node | undefined> => {
    const are = await Promise.all(nodes.map(isPrimary))
    return nodes[are.indexOf(true)]
  }
  const isHealthy = async (): Promise<boolean> => {
    const leader = await primary()
    if (!leader) return false
    const { all, sync } = await streamingFrom(leader)
    return all === 2 && (sync >= 1 || isAsynchronous)
  }
  const resumeNode = async (node: Node) => {
    await rm(pauseFile(node), { force: true })
    await signalPostgres(node, 'SIGCONT')
    signal(node.etcd, 'SIGCONT')
    signal(node.patroni, 'SIGCONT')
  }
  const port = (node: Node, state: '0' | '3') =>
    run('bridge', ['link', 'set', 'dev', `vn${node.number}`, 'state', state])
  const close = async () => {
    for (const node of nodes) await resumeNode(node)
    for (const { patroni } of nodes) signal(patroni, 'SIGKILL')
    for (const node of nodes) await signalPostgres(node, 'SIGKILL')
    for (const { etcd } of nodes) signal(etcd, 'SIGKILL')
    signal(haproxy, 'SIGKILL')
    await sleep(500)
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
  const cluster: Cluster = {
    nodes,
    adminUrl: `postgres://postgres@${HUB}:5432/postgres`,
    primary,
    isHealthy,
    killPostgres: async (node) => {
      const pid = await postmasterOf(node)
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    },
    killNode: async (node) => {
      signal(node.patroni, 'SIGKILL')
      await signalPostgres(node, 'SIGKILL')
      signal(node.etcd, 'SIGKILL')
    },
    startNode: (node) => {
      void launchEtcd(node.number, node.place, node.folder).then(async (etcd) => {
        node.etcd = etcd
        node.patroni = await launchPatroni(node.number, node.place, node.folder)
      })
    },
    pauseNode: async (node) => {
      signal(node.patroni, 'SIGSTOP')
      await signalPostgres(node, 'SIGSTOP')
      signal(node.etcd, 'SIGSTOP')
    },
    pauseAtRenewal: async (node) => {
      await writeFile(pauseFile(node), '')
      await waitUntil('Patroni stops before it renews the leader key', () => isStopped(node), 60_000)
      await signalPostgres(node, 'SIGSTOP')
    },
    resumeNode,
    cut: async (node) => void (await port(node, '0')),
    heal: async (node) => void (await port(node, '3')),
    close,
  }
  try {
    await waitUntil('three healthy nodes', isHealthy, START_MS)
    return cluster
  } catch (error) {
    const logs = await Promise.all(
      nodes.map((node) => readFile(join(node.folder, 'patroni.log'), 'utf8').catch(() => '')),
    )
    await close()
    throw new Error(`${(error as Error).message}\n${logs.map((log) => log.slice(-1_500)).join('\n')}`)
  }
}
