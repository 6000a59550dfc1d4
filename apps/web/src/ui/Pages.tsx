import { ActionIcon, Group, Text } from '@mantine/core'
import type { Pagination } from '@patchbay/contract/base/pages'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTexts } from '../texts/catalogue.ts'

/** Previous page, next page, and the current one. */
export const Pages = ({ pagination, onGo }: { pagination: Pagination; onGo: (page: number) => void }) => {
  const { orders: texts } = useTexts()
  const { currentPage, totalPageCount } = pagination
  if (totalPageCount <= 1) return null
  return (
    <Group justify="center" mt="md" gap="xs" component="nav" aria-label={texts.page(currentPage, totalPageCount)}>
      <ActionIcon
        variant="default"
        size="lg"
        disabled={currentPage <= 1}
        aria-label={texts.previous}
        onClick={() => onGo(currentPage - 1)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Text size="sm" className="tabular">
        {texts.page(currentPage, totalPageCount)}
      </Text>
      <ActionIcon
        variant="default"
        size="lg"
        disabled={currentPage >= totalPageCount}
        aria-label={texts.next}
        onClick={() => onGo(currentPage + 1)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  )
}
