import { useTexts } from '../../../texts/catalogue.ts'
import { AnchorLink } from '../../../ui/links.tsx'

const isSubject = (word: string | undefined): word is 'call' | 'invoice' | 'message' =>
  word === 'call' || word === 'invoice' || word === 'message'

/** The call, invoice or message of a request, with the trace of what came of it. */
export const LedTo = ({ about }: { about: string }) => {
  const { traffic: texts } = useTexts()
  const [of, id] = about.split('/')
  if (!isSubject(of) || id === undefined) return null
  return (
    <AnchorLink to="/traces/$of/$id" params={{ of, id }} size="sm">
      {texts.subjects[of]}
    </AnchorLink>
  )
}
