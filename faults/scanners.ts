// `npm run faults -- scanners [minutes]`: S8, the scanners that anybody can point at a system, against one on loopback: nmap, wapiti and
// sqlmap over the parameters of the OpenAPI document, slowhttptest while good requests are counted. They are Debian packages:
// apt-get install nmap wapiti sqlmap slowhttptest. No finding is acceptable, and every good request must be answered. Each of them
// must first find what is planted for it.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { startInstallation } from '@patchbay/testkit/installation'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import { addressText, findAddresses } from './scanner-addresses.ts'
import { startControl } from './scanner-control.ts'
import { otherPorts, type Scan, slowly, sqlmap, wapiti } from './scanner-programs.ts'
import type { Scenario } from './scenario.ts'
import { createData } from './tenant-data.ts'
import { CANARY, CODE } from './tenant-requests.ts'

const PROGRAMS = ['nmap', 'wapiti', 'sqlmap', 'slowhttptest']

const assertInstalled = (): void => {
  const missing = PROGRAMS.filter((one) => !['/usr/bin', '/usr/local/bin'].some((at) => existsSync(join(at, one))))
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')} (apt-get install ${missing.join(' ')})`)
}

/** Which of the scanners did not see what was planted for it. */
const blindScanners = async (databaseUrl: string, folder: string): Promise<string[]> => {
  const control = await startControl(databaseUrl)
  try {
    const [items, hello] = [`${control.origin}/items?id=1`, `${control.origin}/hello?name=a`]
    const scan: Scan = {
      addresses: [items, hello],
      marked: [`${items}*`],
      origin: control.origin,
      headers: { host: `127.0.0.1:${control.port}` },
      folder,
      // At most: a busy machine finds them late.
      seconds: 300,
    }
    const byWapiti = await wapiti(scan)
    const bySqlmap = await sqlmap(scan)
    const isGood = () =>
      fetch(control.origin, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      )
    const slow = await slowly(control.origin, 20, isGood)
    const ports = await otherPorts([process.pid], [])
    const seen: Record<string, boolean> = {
      'wapiti: SQL': byWapiti.some((one) => /SQL Injection/i.test(one) && one.includes('/items')),
      'wapiti: markup': byWapiti.some((one) => /Cross Site Scripting/i.test(one) && one.includes('/hello')),
      sqlmap: bySqlmap.findings.length > 0,
      slowhttptest: slow.bad > 0,
      nmap: ports.includes(control.port),
    }
    return Object.keys(seen).filter((one) => !seen[one])
  } finally {
    await control.close()
  }
}

export const scanners: Scenario = async (seed, minutes = 12) => {
  assertInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-scanners-'))
  const inFolder = (name: string) => mkdirSync(join(folder, name), { recursive: true }) ?? ''
  const result = { paymentId: CANARY, invoiceUrl: `https://${CANARY}.test/pay` }
  const module = await startReceiver((_received, response) => json(response, 200, { success: true, result }))
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  try {
    const server = await installation.startServer()
    const worker = await installation.startWorker()
    const tenant = await installation.createTenant('Scanned', 'scanned.test', server)
    const { apiKey = '', token = '', invoiceUuid = '' } = await createData(tenant, server, module.url)
    const blind = await blindScanners(installation.adminUrl, inFolder('control'))
    if (blind.length > 0) console.log(`did not see what was planted: ${blind.join(', ')}`)
    // The account is found by the host name.
    const headers = { host: tenant.host, 'x-api-key': apiKey, 'x-transport-token': token }
    const client = tenant.client(server).with(headers)
    const codes = { code: CODE, site: CODE, module: CODE, clientId: CANARY, callExternalId: CANARY }
    const found = await findAddresses(client, { id: '1', externalId: '1', sinceId: '0', invoiceUuid, ...codes })
    const scan: Scan = {
      addresses: found.map((one) => addressText(server.origin, one)),
      marked: found.map((one) => addressText(server.origin, one, '*')),
      origin: server.origin,
      headers,
      folder: inFolder('server'),
      seconds: minutes * 30,
    }
    const ports = await otherPorts([server.pid, worker.pid], [server.port])
    const byWapiti = await wapiti({ ...scan, seconds: minutes * 20 })
    const bySqlmap = await sqlmap(scan)
    const isGood = () =>
      client
        .with({ connection: 'close' })
        .get('/api/v5/customers')
        .then(
          ({ status }) => status === 200,
          () => false,
        )
    const slow = await slowly(server.origin, minutes * 10, isGood)
    const findings = [...byWapiti, ...bySqlmap.findings]
    for (const finding of findings) console.log(finding)
    const crashes = [server, worker].filter((one) => !one.alive()).length
    const figures = {
      minutes,
      planted_not_found: blind.length,
      ports_not_intended: ports.length,
      addresses: found.length,
      addresses_accepted: found.filter(({ accepted }) => accepted).length,
      parameters: found.reduce((sum, { path, pairs }) => sum + pairs.length + (path.includes('{') ? 1 : 0), 0),
      wapiti_findings: byWapiti.length,
      sqlmap_addresses: bySqlmap.addresses,
      sqlmap_parameters: bySqlmap.parameters,
      sqlmap_findings: bySqlmap.findings.length,
      slow_connections: slow.connections,
      good_answered: slow.good,
      good_not_answered: slow.bad,
      process_crashes: crashes,
    }
    const nothingDone = [bySqlmap.parameters, slow.good].filter((count) => count === 0).length
    const wrong = blind.length + ports.length + findings.length + slow.bad + crashes + nothingDone
    return { ...NO_ERRORS, stuck: wrong, trials: found.length + bySqlmap.parameters + slow.good, seed, ...figures }
  } finally {
    await installation.close()
    await module.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
