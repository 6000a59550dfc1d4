import { useTexts } from '../../../texts/catalogue.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import type { TraceSubject } from './queries.ts'

/** The link from a call, an invoice or a message to its trace; for administrators. */
export const TraceLink = ({ of, id }: { of: TraceSubject; id: string | number }) => {
  const { common } = useTexts()
  return (
    <AnchorLink
      to="/traces/$of/$id"
      params={{ of, id: String(id) }}
      size="xs"
      c="dimmed"
      style={{ position: 'relative', zIndex: 1 }}
    >
      {common.trace}
    </AnchorLink>
  )
}
