// The programs of the fault `scanners`, each with what it is pointed at and what it found. They are Debian packages.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Scan = {
  /** Without a mark, and with one after each value to attack. */
  addresses: readonly string[]
  marked: readonly string[]
  origin: string
  headers: Readonly<Record<string, string>>
  folder: string
  seconds: number
}

/** Runs a program, at most so long. */
const runProgram = (program: string, args: readonly string[], seconds: number): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn('timeout', ['--kill-after=10', String(Math.ceil(seconds)), program, ...args], {
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
    async (reply) => (await reply.text()).includes('patchbay_'),
    () => false,
  )

/** Ports on which these processes listen, other than the intended ones and those of metrics. */
export const otherPorts = async (pids: readonly number[], intended: readonly number[]): Promise<number[]> => {
  const own = execFileSync('ss', ['-ltnpH'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => pids.some((pid) => line.includes(`pid=${pid},`)))
    .map((line) => Number(/:(\d+)\s/.exec(line)?.[1]))
  if (!intended.every((port) => own.includes(port))) throw new Error(`not found by ss: ${intended.join(', ')}`)
  const output = await runProgram('nmap', ['-Pn', '-p', own.join(','), '-oX', '-', '127.0.0.1'], 120)
  const open = [...output.matchAll(/portid="(\d+)"><state state="open"/g)].map(([, port]) => Number(port))
  if (!intended.every((port) => open.includes(port))) throw new Error(`nmap did not see the server: ${output}`)
  const others = open.filter((port) => !intended.includes(port))
  const metrics = await Promise.all(others.map(isMetrics))
  return others.filter((_port, place) => !metrics[place])
}

type Finding = { info?: string; path?: string; parameter?: string }

const WAPITI_MODULES = ['sql', 'xss', 'exec', 'file', 'crlf', 'redirect']

export const wapiti = async ({ addresses, origin, headers, folder, seconds }: Scan): Promise<string[]> => {
  const report = join(folder, 'wapiti.json')
  const each = seconds / (WAPITI_MODULES.length + 1)
  // No guess by time: on a busy machine every answer is slow.
  const limits = ['--max-scan-time', String(each), '--max-attack-time', String(each), '-t', '60', '-d', '1']
  const to = ['-f', 'json', '-o', report, '-v', '1', '--store-session', folder, '--flush-session', '--no-bugreport']
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-u', `${origin}/`, ...addresses.flatMap((address) => ['-s', address]), ...limits, ...to, ...given]
  const output = await runProgram('wapiti', [...args, '-m', WAPITI_MODULES.join(',')], seconds + 120)
  if (!existsSync(report)) throw new Error(`wapiti wrote no report: ${output.slice(-2000)}`)
  const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as { vulnerabilities: Record<string, Finding[]> }
  return Object.entries(vulnerabilities).flatMap(([kind, found]) =>
    found.map(({ info, path, parameter }) => `wapiti: ${kind} at ${path} ${parameter}: ${info}`),
  )
}

export const sqlmap = async ({ marked, headers: { host = '', ...headers }, folder, seconds }: Scan) => {
  const list = join(folder, 'addresses')
  writeFileSync(list, marked.join('\n'))
  const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  // Boolean, error and union; without techniques that wait, as above.
  const how = ['--batch', '--level', '1', '--risk', '1', '--technique', 'BEU', '--dbms', 'postgresql']
  const to = ['--output-dir', join(folder, 'sqlmap'), '--disable-coloring', '--flush-session']
  const as = ['--host', host, '--headers', given.join('\n'), '--ignore-code', '400,403,404']
  const output = await runProgram('sqlmap', ['-m', list, ...how, ...to, ...as], seconds)
  const results = globSync(join(folder, 'sqlmap', 'results-*.csv')).flatMap((path) =>
    readFileSync(path, 'utf8').trim().split('\n').slice(1),
  )
  // A line is "address,place,parameter,techniques,notes"; one without techniques says that nothing was found.
  const findings = results.filter((line) => /,[^,]+,[^,]+,[BEUSTQ]+,[^,]*$/.test(line)).map((line) => `sqlmap: ${line}`)
  const count = (text: RegExp): number => (output.match(text) ?? []).length
  const parameters = count(/parameter '[^']+' does not seem to be injectable/g)
  return { findings, addresses: count(/testing URL '/g), parameters }
}

const CONNECTIONS = 300

/** Good requests while hundreds of connections send a byte now and then, first of headers, then of a body. */
export const slowly = async (origin: string, seconds: number, isGood: () => Promise<boolean>) => {
  let [good, bad] = [0, 0]
  for (const kind of ['-H', '-B']) {
    const half = String(Math.ceil(seconds / 2))
    const how = ['-c', String(CONNECTIONS), kind, '-i', '5', '-r', '100', '-l', half, '-u', `${origin}/api/versions`]
    let isOver = false
    const attack = runProgram('slowhttptest', how, Number(half) + 60).finally(() => {
      isOver = true
    })
    while (!isOver) {
      if (await isGood()) good++
      else bad++
    }
    if (!/slow HTTP test status/.test(await attack)) throw new Error('slowhttptest did not run')
  }
  return { good, bad, connections: CONNECTIONS }
}
