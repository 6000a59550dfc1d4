import { createSocket, type RemoteInfo } from 'node:dgram'
import { type RtpPacket, readRtp } from '../../src/recordings/pcap.ts'
import { stereoWav } from '../../src/recordings/wav.ts'
import { strengthOf, toneBytes } from './audio.ts'

// The media of a caller instead of sipp's, which cannot record: it receives what they would, and sends a tone.

const SAMPLES = 160
const PCMA = 8

const rtpOf = (sequence: number, payload: Buffer): Buffer => {
  const header = Buffer.alloc(12)
  header.writeUInt16BE(0x8000 | PCMA, 0)
  header.writeUInt16BE(sequence & 0xffff, 2)
  header.writeUInt32BE((sequence * SAMPLES) >>> 0, 4)
  header.writeUInt32BE(4711, 8)
  return Buffer.concat([header, payload])
}

/** `says` is the frequency of its tone; it sends as soon as it knows where to. */
export const openEar = async (address: string, port: number, says?: number) => {
  const packets: RtpPacket[] = []
  const socket = createSocket('udp4')
  let peer: RemoteInfo | undefined
  socket.on('message', (bytes, from) => {
    const rtp = readRtp(bytes)
    if (!rtp) return
    peer = from
    packets.push({ ...rtp, payload: Buffer.from(rtp.payload), port, time: Date.now() / 1000 })
  })
  const voice = says === undefined ? undefined : toneBytes(says)
  let sequence = 0
  const timer = setInterval(() => {
    if (!voice || !peer) return
    const at = (sequence * SAMPLES) % voice.length
    socket.send(rtpOf(sequence++, voice.subarray(at, at + SAMPLES)), peer.port, peer.address)
  }, 20)
  await new Promise<void>((resolve) => socket.bind(port, address, resolve))
  return {
    /** How strong a tone is in the last half second that arrived. */
    strengthOf: (hertz: number): number =>
      packets.length < 25 ? 0 : strengthOf(stereoWav(packets.slice(-25), { left: [port], right: [] }), 0, hertz),
    /** How many packets have arrived. */
    count: () => packets.length,
    /** In a step of sipp: the media go to the ear instead of sipp. */
    at: (step: string): string => step.replace('[media_port]', String(port)),
    close: () => {
      clearInterval(timer)
      socket.close()
    },
  }
}
