import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'

export const ClearFilters = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" size={36} aria-label={label} onClick={onClick}>
      <IconFilterOff size={16} />
    </ActionIcon>
  </Tooltip>
)
