import { connect } from 'node:net'

/** Sends raw bytes to the server and reads one response, after a 100 Continue if there is one. */
export const replay = (origin: string, bytes: Buffer): Promise<{ status: number; body: unknown }> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes))
    let received = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const interim = /^HTTP\/1\.1 100 [^\r]*\r\n\r\n/.exec(received.toString('latin1'))
      if (interim) received = received.subarray(interim[0].length)
      const end = received.indexOf('\r\n\r\n')
      const head = received.subarray(0, end).toString('latin1')
      const body = received.subarray(end + 4)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
      if (end < 0 || body.length !== length) return
      socket.destroy()
      resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body.toString('utf8')) })
    })
  })
