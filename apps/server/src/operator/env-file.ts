import { randomBytes } from 'node:crypto'

/** What a new installation has to know; everything else has a default (docs/guides/self-host.md). */
export type NewSettings = {
  databaseHost: string
  database: string
  ownerPassword: string
  appPassword: string
  secretKey: string
  redisUrl: string
  /** The address of the first account. */
  address: string
  dataFolder: string
}

export const newSecretKey = (): string => randomBytes(32).toString('base64')

/** Only letters and digits: it stands in addresses. */
export const newPassword = (): string => randomBytes(24).toString('base64url').replace(/[-_]/g, 'x')

/** Plain http at a port of its own is a trial on one machine; https means that a proxy on this machine stands in front. */
const listening = (address: string): { port: string; proxy: boolean } => {
  const { protocol, port } = new URL(address)
  return protocol === 'https:' ? { port: '8080', proxy: true } : { port: port || '8080', proxy: false }
}

/** The file of settings of a new installation. */
export const renderEnvFile = (settings: NewSettings): string => {
  const { databaseHost, database, ownerPassword, appPassword, secretKey, redisUrl, address, dataFolder } = settings
  const { port, proxy } = listening(address)
  return `# Settings of this installation, written by patchbay init. All of them: docs/guides/self-host.md
DATABASE_URL=postgres://patchbay:${appPassword}@${databaseHost}/${database}
# Only patchbay migrate needs the owner of the tables.
MIGRATION_DATABASE_URL=postgres://patchbay_owner:${ownerPassword}@${databaseHost}/${database}
REDIS_URL=${redisUrl}

# Seals the secrets of modules in the database. Keep a copy outside the backups: without it they cannot be opened.
SECRET_KEY=${secretKey}

FILE_FOLDER=${dataFolder}/files
BACKUP_FOLDER=${dataFolder}/backups
MAIL_FOLDER=${dataFolder}/mail

HOST=127.0.0.1
PORT=${port}
${proxy ? 'TRUST_PROXY=127.0.0.1' : '# TRUST_PROXY=127.0.0.1'}

# Emails are written to MAIL_FOLDER until a mail server is named.
# MAIL_URL=smtps://user:password@mail.example
# MAIL_FROM=My shop <crm@example.com>

# Private networks and ports in which modules run, beside the public internet.
# EGRESS_ALLOW=192.168.1.0/24
# EGRESS_PORTS=80,443,8080,8443
`
}
