import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getTranscript } from '../../../lib/endpoints.generated.ts'

/** Read once: each reading is logged. */
export const transcriptQuery = (callId: number) =>
  queryOptions({
    queryKey: ['transcripts', callId],
    queryFn: () => call(getTranscript, { params: { id: callId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
