// Loaded before a server that is to die (NODE_OPTIONS=--import): it kills its process with SIGKILL at a marked point of an
// outgoing call. The product knows nothing of it; the points are seen through Node's own diagnostics channels.
import diagnostics from 'node:diagnostics_channel'

const { CRASH_AT: point, CRASH_PATH: path } = process.env
const die = () => process.kill(process.pid, 'SIGKILL')
type Seen = { request: { path?: string } }
const isIt = (message: unknown): boolean => (message as Seen).request?.path === path

let answered = false
// Before a byte is written; the operation is stored as sent.
if (point === 'before-call') diagnostics.subscribe('undici:request:create', (message) => isIt(message) && die())
// The answer is here, and nothing of it is in the database.
if (point === 'after-call') diagnostics.subscribe('undici:request:trailers', (message) => isIt(message) && die())
// Everything is committed; whoever pressed gets no answer.
if (point === 'after-commit') {
  diagnostics.subscribe('undici:request:trailers', (message) => {
    answered ||= isIt(message)
  })
  diagnostics.subscribe('http.server.response.finish', () => answered && die())
}
