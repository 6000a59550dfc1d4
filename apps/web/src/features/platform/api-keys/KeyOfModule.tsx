import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { KeyShown } from './NewKey.tsx'
import { scopesOfKinds, useCreateKey } from './queries.ts'

/** D-81: creates a key that only this module can use. */
export const KeyOfModule = ({ code, name, kinds }: { code: string; name: string; kinds: string[] }) => {
  const { module: texts } = useTexts()
  const create = useCreateKey()
  const [asking, ask] = useDisclosure()
  const key = { name, scopes: scopesOfKinds(kinds), moduleCode: code }
  return (
    <>
      <Button variant="default" onClick={ask.open}>
        {texts.createKey}
      </Button>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={texts.createKey}
        action={texts.createKey}
        pending={create.isPending}
        error={create.error}
        onConfirm={() => create.mutate(key, { onSuccess: ask.close })}
      >
        {texts.keyWhat}
      </Confirm>
      <KeyShown apiKey={create.data?.apiKey} onClose={create.reset} />
    </>
  )
}
