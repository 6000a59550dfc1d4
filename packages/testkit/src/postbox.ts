// A mail server on a real socket that takes what it is sent, or keeps its sender waiting.
import { createServer, type Socket } from 'node:net'

export type Letter = { to: string; from: number; closed: number | undefined; taken: boolean }
export type Postbox = { url: string; letters: Letter[]; close: () => void }

/** `hangs` says for each letter whether the sender waits for an answer that does not come. */
export const startPostbox = (hangs: (to: string, earlier: number) => boolean = () => false): Promise<Postbox> =>
  new Promise((resolve) => {
    const letters: Letter[] = []
    const serve = (socket: Socket) => {
      let letter: Letter | undefined
      let body = false
      let rest = ''
      const take = (line: string): void => {
        if (body) {
          if (line !== '.') return
          body = false
          const earlier = letters.filter((other) => other !== letter && other.to === letter?.to).length
          if (letter && hangs(letter.to, earlier)) return
          if (letter) letter.taken = true
          socket.write('250 taken\r\n')
        } else if (/^rcpt to:/i.test(line)) {
          letter = { to: /<(.+)>/.exec(line)?.[1] ?? '', from: Date.now(), closed: undefined, taken: false }
          letters.push(letter)
          socket.write('250 ok\r\n')
        } else if (/^data/i.test(line)) {
          body = true
          socket.write('354 go on\r\n')
        } else if (/^quit/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
      socket.write('220 postbox\r\n')
      socket.on('data', (chunk) => {
        const lines = (rest + chunk).split('\r\n')
        rest = lines.pop() ?? ''
        for (const line of lines) take(line)
      })
      socket.on('error', () => undefined)
      socket.on('close', () => {
        if (letter) letter.closed = Date.now()
      })
    }
    const server = createServer(serve)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      resolve({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, letters, close: () => server.close() })
    })
  })
