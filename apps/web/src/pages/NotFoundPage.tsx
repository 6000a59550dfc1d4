import { IconMapOff } from '@tabler/icons-react'
import { useTexts } from '../texts/catalogue.ts'
import { ButtonLink } from '../ui/links.tsx'
import { EmptyState } from '../ui/states.tsx'

export const NotFoundPage = () => {
  const { states, common } = useTexts()
  return (
    <EmptyState icon={IconMapOff} title={states.notFound} what={states.notFoundWhat}>
      <ButtonLink variant="default" to="/">
        {common.home}
      </ButtonLink>
    </EmptyState>
  )
}
