import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import { useTexts } from '../texts/catalogue.ts'

const SAID_MS = 1500

/** Copies a value; with a label it is a button, without one an icon beside the value. */
export const CopyButton = ({ value, label, small }: { value: string; label?: string; small?: boolean }) => {
  const texts = useTexts()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => void copyText(value).then(setCopied)
  const Icon = copied ? IconCheck : IconCopy
  const name = copied ? texts.common.copied : (label ?? texts.common.copy)
  return label ? (
    <Button
      variant="default"
      size={small ? 'compact-sm' : 'sm'}
      onClick={copy}
      leftSection={<Icon size={small ? 14 : 16} />}
    >
      {name}
    </Button>
  ) : (
    <Tooltip label={name}>
      <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={name}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
