// Preloaded into a server (NODE_OPTIONS=--import): kills its process with SIGKILL at a given point of an outgoing
// request. It uses Node's diagnostics channels, so the server needs no test code.
import diagnostics from 'node:diagnostics_channel'

const { CRASH_AT: point, CRASH_PATH: path } = process.env
const die = () => process.kill(process.pid, 'SIGKILL')
type Seen = { request: { path?: string } }
const isIt = (message: unknown): boolean => (message as Seen).request?.path === path

let answered = false
// Before a byte is sent; the operation is already stored.
if (point === 'before-call') diagnostics.subscribe('undici:request:create', (message) => isIt(message) && die())
// The response has arrived, and nothing of it is stored.
if (point === 'after-call') diagnostics.subscribe('undici:request:trailers', (message) => isIt(message) && die())
// Everything is committed; the user gets no response.
if (point === 'after-commit') {
  diagnostics.subscribe('undici:request:trailers', (message) => {
    answered ||= isIt(message)
  })
  diagnostics.subscribe('http.server.response.finish', () => answered && die())
}
