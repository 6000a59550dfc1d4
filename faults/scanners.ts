// `npm run faults -- scanners [minutes]`: S8, the scanners that anybody can point at a system, against one on loopback: nmap, wapiti and
// sqlmap over the parameters of the OpenAPI document, slowhttptest while good requests are counted. They are Debian packages:
// apt-get install nmap wapiti sqlmap slowhttptest. No finding is acceptable, and every good request must be answered.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { type ServerChild, startInstallation } from '@patchbay/testkit/installation'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import type { Scenario } from './scenario.ts'
import { createData } from './tenants.ts'

const PROGRAMS = ['nmap', 'wapiti', 'sqlmap', 'slowhttptest']
const OPENAPI = fileURLToPath(new URL('../docs/api/openapi.json', import.meta.url))

type Schema = { type?: string; enum?: string[]; properties?: Record<string, Schema>; items?: Schema }
type Parameter = { name: string; in: string; schema?: Schema }
type OpenApi = { paths: Record<string, { get?: { parameters?: Parameter[] } }> }

/** A parameter with a value that fits; the members of filters in brackets. */
const valuesOf = (name: string, { type, enum: choice, properties, items }: Schema): [string, string][] => {
  if (properties)
    return Object.entries(properties).flatMap(([member, schema]) => valuesOf(`${name}[${member}]`, schema))
  if (items) return valuesOf(`${name}[]`, items)
  return [[name, choice?.[0] ?? (type === 'integer' ? '1' : 'a')]]
}

/** An address for each GET of the API, with all of its parameters; those in the path are marked for sqlmap. */
const addressesOf = (origin: string, mark: string): string[] => {
  const { paths } = JSON.parse(readFileSync(OPENAPI, 'utf8')) as OpenApi
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get) return []
    const query = (get.parameters ?? [])
      .filter((one) => one.in === 'query')
      .flatMap(({ name, schema = {} }) => valuesOf(name, schema))
    const search = new URLSearchParams(query).toString()
    const address = `${origin}${path.replace(/\{\w+\}/g, `1${mark}`)}`
    return search === '' && !path.includes('{') ? [] : [search === '' ? address : `${address}?${search}`]
  })
}

/** Runs a scanner, at most so long. */
const scan = (program: string, args: readonly string[], seconds: number): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn('timeout', ['--kill-after=10', String(seconds), program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('close', () => resolve(output))
  })

/** Each process offers its metrics to its own machine. */
const isMetrics = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/metrics`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Ports on which the processes of this installation listen, other than these and those of metrics. */
const otherPorts = async (pids: readonly number[], intended: readonly number[]): Promise<number[]> => {
  const own = execFileSync('ss', ['-ltnpH'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => pids.some((pid) => line.includes(`pid=${pid},`)))
    .map((line) => Number(/:(\d+)\s/.exec(line)?.[1]))
  if (!intended.every((port) => own.includes(port))) throw new Error(`not found by ss: ${intended.join(', ')}`)
  const output = await scan('nmap', ['-Pn', '-p', [...own].join(','), '-oX', '-', '127.0.0.1'], 120)
  const open = [...output.matchAll(/portid="(\d+)"><state state="open"/g)].map(([, port]) => Number(port))
  if (!intended.every((port) => open.includes(port))) throw new Error(`nmap did not see the server: ${output}`)
  const others = open.filter((port) => !intended.includes(port))
  const metrics = await Promise.all(others.map(isMetrics))
  return others.filter((_port, place) => !metrics[place])
}

type Finding = { info?: string; path?: string; parameter?: string }

const wapiti = async (origin: string, apiKey: string, folder: string, seconds: number) => {
  const report = join(folder, 'wapiti.json')
  const addresses = addressesOf(origin, '')
  const args = ['-u', `${origin}/`, ...addresses.flatMap((address) => ['-s', address])]
  const modules = ['-m', 'sql,xss,exec,file,crlf,redirect', '--max-scan-time', String(Math.ceil(seconds / 60))]
  const rest = [
    '-H',
    `x-api-key: ${apiKey}`,
    '--flush-session',
    '--no-bugreport',
    '-f',
    'json',
    '-o',
    report,
    '-v',
    '0',
  ]
  const output = await scan('wapiti', [...args, ...modules, ...rest], seconds + 60)
  if (!existsSync(report)) throw new Error(`wapiti wrote no report: ${output.slice(-2000)}`)
  const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as { vulnerabilities: Record<string, Finding[]> }
  const findings = Object.entries(vulnerabilities).flatMap(([kind, found]) =>
    found.map(({ info, path, parameter }) => `wapiti: ${kind} at ${path} ${parameter}: ${info}`),
  )
  return { findings, addresses: addresses.length }
}

const sqlmap = async (origin: string, apiKey: string, folder: string, seconds: number) => {
  const list = join(folder, 'addresses')
  const addresses = addressesOf(origin, '*')
  writeFileSync(list, addresses.join('\n'))
  // Without techniques that wait: on a busy machine every answer is slow.
  const how = [
    '--batch',
    '--level',
    '2',
    '--risk',
    '1',
    '--technique',
    'BEU',
    '--dbms',
    'postgresql',
    '--flush-session',
  ]
  const to = ['--output-dir', join(folder, 'sqlmap'), '--headers', `x-api-key: ${apiKey}`, '--disable-coloring']
  const output = await scan('sqlmap', ['-m', list, ...how, ...to], seconds)
  const tested = new Set([...output.matchAll(/\[\d+\/\d+\] URL|testing URL '([^']+)'/g)].map(([text]) => text)).size
  if (tested === 0) throw new Error(`sqlmap tested nothing: ${output.slice(-2000)}`)
  const results = globSync(join(folder, 'sqlmap', 'results-*.csv')).flatMap((path) =>
    readFileSync(path, 'utf8').trim().split('\n').slice(1),
  )
  const findings = results
    .filter((line) => /,(GET|POST|URI),[^,]+,[BEUSTQ]/.test(line))
    .map((line) => `sqlmap: ${line}`)
  return { findings, tested: (output.match(/testing URL '/g) ?? []).length }
}

const CONNECTIONS = 300

/** Good requests while hundreds of connections send a byte now and then. */
const slowly = async (server: ServerChild, seconds: number) => {
  let good = 0
  let bad = 0
  for (const kind of ['-H', '-B']) {
    const half = Math.max(20, Math.floor(seconds / 2))
    const args = [
      '-c',
      String(CONNECTIONS),
      kind,
      '-i',
      '5',
      '-r',
      '100',
      '-l',
      String(half),
      '-u',
      `${server.origin}/api/versions`,
    ]
    let isOver = false
    const attack = scan('slowhttptest', args, half + 30).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const status = await fetch(`${server.origin}/api/system-info`).then(
        async (reply) => (await reply.text()) && reply.status,
        () => 0,
      )
      if (status === 200) good++
      else bad++
    }
    if (!/slow HTTP test status/.test(await attack)) throw new Error('slowhttptest did not run')
  }
  return { good, bad }
}

export const scanners: Scenario = async (seed, minutes = 6) => {
  const missing = PROGRAMS.filter(
    (program) => !['/usr/bin', '/usr/local/bin'].some((at) => existsSync(join(at, program))),
  )
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')} (apt-get install ${missing.join(' ')})`)
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-scanners-'))
  const module = await startReceiver((_received, response) => json(response, 200, { success: true }))
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  try {
    const server = await installation.startServer()
    const worker = await installation.startWorker()
    const tenant = await installation.createTenant('Scanned', 'scanned.test', server)
    const { apiKey = '' } = await createData(tenant, server, module.url)
    const third = (minutes * 60) / 3
    const ports = await otherPorts([server.pid, worker.pid], [server.port])
    const byWapiti = await wapiti(server.origin, apiKey, folder, third)
    const bySqlmap = await sqlmap(server.origin, apiKey, folder, third)
    const { good, bad } = await slowly(server, third)
    const findings = [...byWapiti.findings, ...bySqlmap.findings]
    for (const finding of findings) console.log(finding)
    const crashes = [server, worker].filter((one) => !one.alive()).length
    const figures = {
      minutes,
      ports_not_intended: ports.length,
      wapiti_addresses: byWapiti.addresses,
      wapiti_findings: byWapiti.findings.length,
      sqlmap_addresses: bySqlmap.tested,
      sqlmap_findings: bySqlmap.findings.length,
      slow_connections: CONNECTIONS,
      good_answered: good,
      good_not_answered: bad,
      process_crashes: crashes,
    }
    const wrong = ports.length + findings.length + bad + crashes + (good === 0 ? 1 : 0)
    return { ...NO_ERRORS, stuck: wrong, trials: byWapiti.addresses + bySqlmap.tested + good, seed, ...figures }
  } finally {
    await installation.close()
    await module.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
