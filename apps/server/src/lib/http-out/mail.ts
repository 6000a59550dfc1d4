import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'

/** Shown in the HTML as `cid:…`. */
type Picture = { filename: string; content: Buffer; contentType: string; cid: string }

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  attachments?: Picture[]
  messageId?: string
}

export type Mailer = { send: (mail: Mail) => Promise<void> }

/** By SMTP; in development into files that the page /dev/mail shows. */
export const createMailer = ({
  url,
  from,
  folder,
}: {
  url: string | undefined
  from: string
  folder: string
}): Mailer => {
  if (url) {
    const transport = nodemailer.createTransport(url)
    return {
      send: async (mail) => {
        await transport.sendMail({ from, ...mail })
      },
    }
  }
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, `${Date.now()}-${crypto.randomUUID()}.eml`), message as Buffer)
    },
  }
}

/** Connects to the mail server and signs in; sends nothing. */
export const verifyMail = async (url: string): Promise<void> => {
  const times = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 }
  const address = new URL(url)
  for (const [name, ms] of Object.entries(times)) address.searchParams.set(name, String(ms))
  const transport = nodemailer.createTransport(address.href)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
