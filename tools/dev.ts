// `npm run dev`: from a clean checkout to a running system with demo data. Uses PostgreSQL and Redis on their standard
// ports where they listen, and starts private ones in .dev/ where they do not.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'

const listens = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => done(socket.destroy() && true))
    socket.on('error', () => done(false))
  })

const run = (command: string, ...args: string[]): void => void execFileSync(command, args, { stdio: 'inherit', env })

const env: NodeJS.ProcessEnv = { ...process.env }
mkdirSync('.dev', { recursive: true })
if (!existsSync('node_modules')) run('npm', 'ci')

// Imported only now: on a clean checkout the packages were just installed.
const { startPostgres, startRedis } = await import('@patchbay/testkit/services')
const stops: (() => Promise<void>)[] = []
if (!(await listens(5432))) stops.push((await startPostgres({ folder: resolve('.dev/postgres'), port: 5432 })).stop)
if (!(await listens(6379))) stops.push((await startRedis(6379)).stop)

if (!existsSync('.dev/secret-key'))
  writeFileSync('.dev/secret-key', Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'), {
    mode: 0o600,
  })
Object.assign(env, {
  ADMIN_DATABASE_URL: env.ADMIN_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  MIGRATION_DATABASE_URL: 'postgres://patchbay_owner@127.0.0.1:5432/patchbay_dev',
  DATABASE_URL: 'postgres://patchbay@127.0.0.1:5432/patchbay_dev',
  SECRET_KEY: readFileSync('.dev/secret-key', 'utf8'),
  EGRESS_ALLOW: '127.0.0.1,::1',
  EGRESS_PORTS: '*',
  HOST: '127.0.0.1',
  NODE_ENV: 'development',
})

run('node', 'apps/server/src/bin/setup-database.ts', 'patchbay_dev')
run('node', 'apps/server/src/bin/migrate.ts')
run('node', 'apps/server/seed/demo.ts')
run('node_modules/.bin/vite', 'build', 'apps/web', '--logLevel', 'warn')

const children: ChildProcess[] = [
  spawn('node', ['--watch', 'apps/server/src/bin/server.ts'], { stdio: 'inherit', env }),
  spawn('node', ['--watch', 'apps/server/src/bin/worker.ts'], { stdio: 'inherit', env }),
  spawn('node_modules/.bin/vite', ['apps/web', '--logLevel', 'warn'], { stdio: 'inherit', env }),
]
console.log(`
  The workspace   http://localhost:8080   (built)   http://localhost:5173 (rebuilt as you edit)
  The API's page  http://localhost:8080/docs
  Sent mail       http://localhost:8080/dev/mail
`)

const stop = async (): Promise<void> => {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(stops.map((end) => end()))
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
