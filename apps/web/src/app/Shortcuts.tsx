import { Group, Modal, Stack, Text } from '@mantine/core'
import { useTexts } from '../texts/catalogue.ts'
import { KeyHint } from '../ui/KeyHint.tsx'

export const Shortcuts = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { shortcuts, shell } = useTexts()
  const keys: [string, string][] = [
    ['mod+K', shortcuts.palette],
    ['N', shortcuts.notifications],
    ['F2', shortcuts.callCard],
    ['J', shortcuts.next],
    ['K', shortcuts.previous],
    ['Enter', shortcuts.open],
    ['E', shortcuts.closeChat],
    ['S', shortcuts.snoozeChat],
    ['/', shortcuts.cannedReply],
    ['Esc', shortcuts.close],
    ['?', shortcuts.help],
  ]
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={600}>{shell.shortcuts}</Text>}>
      <Stack gap="sm">
        {keys.map(([key, what]) => (
          <Group key={key} justify="space-between">
            <Text size="sm">{what}</Text>
            <KeyHint keys={key} />
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
