import { Anchor, Text } from '@mantine/core'
import { linksIn } from './text-links.ts'

/** A text of a customer or of ours, with its addresses as links. React escapes everything else. */
export const LinkedText = ({ text }: { text: string }) => (
  <Text size="sm" component="span">
    {linksIn(text).map(({ text: part, href }, place) =>
      href === undefined ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity
        <Anchor key={place} href={href} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
          {part}
        </Anchor>
      ),
    )}
  </Text>
)
