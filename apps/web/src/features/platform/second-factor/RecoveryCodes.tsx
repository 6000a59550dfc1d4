import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { download } from '../../../lib/download.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'

/** Shown this one time. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const { secondFactor: texts } = useSecurityTexts()
  const all = codes.join('\n')
  return (
    <Stack>
      <Text size="sm">{texts.recoveryWhat}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {codes.map((code) => (
          <Code key={code}>{code}</Code>
        ))}
      </SimpleGrid>
      <Group>
        <CopyButton value={all} />
        <Button variant="default" onClick={() => download('patchbay-recovery-codes.txt', 'text/plain', `${all}\n`)}>
          {texts.download}
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  )
}
