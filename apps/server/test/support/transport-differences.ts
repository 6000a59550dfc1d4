// Where the transport API differs, on purpose, from its public OpenAPI document
// (@integratop/retailcrm-transport-api-schema), and why. The tests validate every exchange against that document. A
// difference that is not listed here fails them, and so does a listed one that no longer occurs.

export type Difference = {
  /** As the document spells it: POST /messages */
  operation: string
  part: 'request' | 'answer'
  /** Where in the body, and what about it. */
  at: string
  keyword: string
  reason: string
}

const MESSAGE = 'the document lets every message also be a system message, which has an action; ours are what they are'
const CONTENT = 'the document demands both text and items of every message; public clients send what the type needs'

export const DIFFERENCES: readonly Difference[] = [
  {
    operation: 'POST /channels',
    part: 'request',
    at: '',
    keyword: 'required',
    reason: 'the document demands an id of channels that do not exist yet; public clients leave it out',
  },
  { operation: 'POST /messages', part: 'request', at: '/message', keyword: 'required', reason: CONTENT },
  { operation: 'POST /messages/history', part: 'request', at: '/message', keyword: 'required', reason: CONTENT },
  { operation: 'DELETE /messages', part: 'answer', at: '', keyword: 'required', reason: MESSAGE },
  { operation: 'POST /messages/restore', part: 'answer', at: '', keyword: 'required', reason: MESSAGE },
  {
    operation: 'DELETE /messages/reaction',
    part: 'request',
    at: '/reaction',
    keyword: 'type',
    reason: 'the newer Go client sends null where the document wants the member left out; both mean the first reaction',
  },
]
