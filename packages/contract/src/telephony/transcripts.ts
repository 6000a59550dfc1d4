import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Line, Success, Text } from '../base/types.ts'
import { ClientId } from './callbacks.ts'
import { ExternalId } from './history.ts'

// Our extension of the interface: what was said in a call, as its module transcribed it.

/** A call of two hours has about so much; the request must fit into the largest body. */
export const MOST_TRANSCRIPT_TEXT = 100_000
const MOST_SEGMENTS = 5_000

const Seconds = Type.Number({ minimum: 0, maximum: 1_000_000 })

export const TranscriptSegment = Type.Object(
  {
    start: Type.Number({ ...Seconds, description: 'seconds from the beginning of the recording' }),
    end: Seconds,
    speaker: Type.Optional(
      Type.String({
        ...Line(64),
        description: '"customer" and "manager" are translated; anything else is shown as it is',
      }),
    ),
    text: Text(4_000),
  },
  { title: 'TranscriptSegment' },
)
export type TranscriptSegment = Static<typeof TranscriptSegment>

export const CallTranscript = Type.Object(
  {
    callExternalId: ExternalId,
    segments: Type.Array(TranscriptSegment, {
      maxItems: MOST_SEGMENTS,
      description: 'in the order of their beginning; an empty list deletes the transcript',
    }),
  },
  { title: 'CallTranscript' },
)
export type CallTranscript = Static<typeof CallTranscript>

export const uploadTranscript = defineEndpoint({
  id: 'telephony.upload-transcript',
  summary: 'Upload the transcript of a call; it replaces an earlier one, and an empty one deletes it',
  method: 'POST',
  path: '/api/v5/telephony/call/transcript',
  auth: { by: 'api-key', scope: 'telephony_write' },
  body: Type.Object({ transcript: CallTranscript, clientId: ClientId }),
  status: 200,
  repeatable: true,
  reply: Success,
  errors: ['telephony_off', 'client_id_unknown', 'module_unclear', 'not_found', 'entity_invalid'],
})
