// The recording of rtpengine: a pcap file of raw IP packets, with the time at which each arrived. Read here are the UDP
// packets that carry RTP with G.711.

export type RtpPacket = {
  /** When it arrived, in seconds since 1970. */
  time: number
  /** The port of rtpengine that received it. */
  port: number
  payloadType: number
  sequence: number
  timestamp: number
  payload: Buffer
}

const HEADER_BYTES = 24
const RECORD_BYTES = 16

const readUdp = (packet: Buffer): { port: number; data: Buffer } | undefined => {
  const version = (packet[0] ?? 0) >> 4
  const ipBytes = version === 4 ? ((packet[0] ?? 0) & 15) * 4 : 40
  const protocol = packet[version === 4 ? 9 : 6]
  if (packet.length < ipBytes + 8 || protocol !== 17) return undefined
  return { port: packet.readUInt16BE(ipBytes + 2), data: packet.subarray(ipBytes + 8) }
}

export const readRtp = (data: Buffer): Omit<RtpPacket, 'time' | 'port'> | undefined => {
  if (data.length < 12 || (data[0] ?? 0) >> 6 !== 2) return undefined
  const payloadType = (data[1] ?? 0) & 127
  // 64 to 95 are the types of RTCP, which shares the port.
  if (payloadType >= 64 && payloadType <= 95) return undefined
  const extension = (data[0] ?? 0) & 16
  const start = 12 + ((data[0] ?? 0) & 15) * 4
  const more = extension && data.length >= start + 4 ? 4 + data.readUInt16BE(start + 2) * 4 : 0
  return {
    payloadType,
    sequence: data.readUInt16BE(2),
    timestamp: data.readUInt32BE(4),
    payload: data.subarray(start + more),
  }
}

/** A file that was cut off (the process was killed) is read as far as it goes. */
export const readPackets = (file: Buffer): RtpPacket[] => {
  if (file.length < HEADER_BYTES) return []
  const magic = file.readUInt32LE(0)
  const little = magic === 0xa1b2c3d4 || magic === 0xa1b23c4d
  const nano = magic === 0xa1b23c4d || magic === 0x4d3cb2a1
  const read = (at: number) => (little ? file.readUInt32LE(at) : file.readUInt32BE(at))
  const packets: RtpPacket[] = []
  for (let at = HEADER_BYTES; at + RECORD_BYTES <= file.length; ) {
    const time = read(at) + read(at + 4) / (nano ? 1e9 : 1e6)
    const size = read(at + 8)
    const data = file.subarray(at + RECORD_BYTES, at + RECORD_BYTES + size)
    at += RECORD_BYTES + size
    if (data.length < size) break
    const udp = readUdp(data)
    const rtp = udp && readRtp(udp.data)
    if (!udp || !rtp) continue
    packets.push({ time, port: udp.port, ...rtp })
  }
  return packets
}
