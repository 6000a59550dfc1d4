// A small DNS server that can change its answers, for DNS rebinding.
import { createSocket } from 'node:dgram'

export type Zone = Record<
  string,
  { a?: string[]; aaaa?: string[] /** the answer to every second query */; later?: string[] }
>

const bytesOf = (address: string): Buffer => {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail = ''] = address.split('::')
  const [left, right] = [head, tail].map((part) => (part ? part.split(':') : []))
  const groups = [...(left ?? []), ...Array(8 - (left?.length ?? 0) - (right?.length ?? 0)).fill('0'), ...(right ?? [])]
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]))
}

const nameIn = (query: Buffer): { name: string; end: number } => {
  const labels: string[] = []
  let at = 12
  while (query[at]) {
    const length = query[at] ?? 0
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

export const startDnsServer = (zone: Zone): Promise<{ close: () => void }> =>
  new Promise((resolve) => {
    const asked = new Map<string, number>()
    const socket = createSocket('udp4', (query, from) => {
      const { name, end } = nameIn(query)
      const type = query.readUInt16BE(end - 4)
      const record = zone[name]
      const times = asked.get(name) ?? 0
      if (type === 1) asked.set(name, times + 1)
      const addresses =
        type === 1
          ? times % 2 && record?.later
            ? record.later
            : (record?.a ?? [])
          : type === 28
            ? (record?.aaaa ?? [])
            : []
      const answers = addresses.map((address) => {
        const data = bytesOf(address)
        const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
        return Buffer.concat([head, data])
      })
      const header = Buffer.from(query.subarray(0, 12))
      header.writeUInt16BE(record ? 0x8180 : 0x8183, 2)
      header.writeUInt16BE(answers.length, 6)
      header.writeUInt32BE(0, 8)
      socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), from.port, from.address)
    })
    socket.bind(53, '127.0.0.1', () => resolve({ close: () => socket.close() }))
  })
