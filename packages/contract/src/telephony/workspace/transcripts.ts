import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { SuccessWith } from '../../base/types.ts'
import { TranscriptSegment } from '../transcripts.ts'
import { byId, manager } from './calls.ts'

export const getTranscript = defineEndpoint({
  id: 'workspace.calls.transcript',
  summary:
    'Read the transcript of a call; for those who may play its recording, and logged in the Action Log like playing',
  method: 'GET',
  path: '/workspace/calls/{id}/transcript',
  auth: manager,
  ...byId,
  status: 200,
  reply: SuccessWith({ segments: Type.Array(TranscriptSegment) }),
  errors: ['not_found', 'access_denied'],
})
