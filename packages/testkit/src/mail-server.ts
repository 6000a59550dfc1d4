// An SMTP server on a real socket that accepts mail, or never responds.
import { createServer, type Socket } from 'node:net'

export type ReceivedMail = {
  to: string
  from: number
  closed: number | undefined
  accepted: boolean
  /** The message as it was sent, with its headers. */
  message: string
}
export type MailServer = { url: string; mails: ReceivedMail[]; close: () => void }

/** `hangs` decides for each mail whether the server never responds to it. */
export const startMailServer = (hangs: (to: string, earlier: number) => boolean = () => false): Promise<MailServer> =>
  new Promise((resolve) => {
    const mails: ReceivedMail[] = []
    const serve = (socket: Socket) => {
      let mail: ReceivedMail | undefined
      let body = false
      let rest = ''
      const take = (line: string): void => {
        if (body) {
          if (line !== '.') {
            if (mail) mail.message += `${line.replace(/^\.\./, '.')}\r\n`
            return
          }
          body = false
          const earlier = mails.filter((other) => other !== mail && other.to === mail?.to).length
          if (mail && hangs(mail.to, earlier)) return
          if (mail) mail.accepted = true
          socket.write('250 accepted\r\n')
        } else if (/^rcpt to:/i.test(line)) {
          mail = {
            to: /<(.+)>/.exec(line)?.[1] ?? '',
            from: Date.now(),
            closed: undefined,
            accepted: false,
            message: '',
          }
          mails.push(mail)
          socket.write('250 ok\r\n')
        } else if (/^data/i.test(line)) {
          body = true
          socket.write('354 go on\r\n')
        } else if (/^quit/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
      socket.write('220 testkit\r\n')
      socket.on('data', (chunk) => {
        const lines = (rest + chunk).split('\r\n')
        rest = lines.pop() ?? ''
        for (const line of lines) take(line)
      })
      socket.on('error', () => undefined)
      socket.on('close', () => {
        if (mail) mail.closed = Date.now()
      })
    }
    const server = createServer(serve)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      resolve({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, mails, close: () => server.close() })
    })
  })
