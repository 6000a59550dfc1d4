import { ActionIcon, Button, CopyButton as MantineCopy, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../texts/catalogue.ts'

/** Copies a value; with a label it is a button, without one an icon beside the value. */
export const CopyButton = ({ value, label }: { value: string; label?: string }) => {
  const texts = useTexts()
  return (
    <MantineCopy value={value} timeout={1500}>
      {({ copied, copy }) => {
        const Icon = copied ? IconCheck : IconCopy
        const name = copied ? texts.common.copied : (label ?? texts.common.copy)
        return label ? (
          <Button variant="default" onClick={copy} leftSection={<Icon size={16} />}>
            {name}
          </Button>
        ) : (
          <Tooltip label={name}>
            <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={name}>
              <Icon size={16} />
            </ActionIcon>
          </Tooltip>
        )
      }}
    </MantineCopy>
  )
}
