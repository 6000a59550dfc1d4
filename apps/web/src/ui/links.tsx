import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> }

const PlainAnchor = (props: AnchorProps & Native) => <Anchor {...props} />
const PlainButton = (props: ButtonProps & Native) => <Button component="a" {...props} />

const PlainUp = ({ children, ...props }: AnchorProps & Native) => (
  <Anchor
    c="dimmed"
    size="sm"
    mb={6}
    w="fit-content"
    display="flex"
    style={{ alignItems: 'center', gap: 2 }}
    {...props}
  >
    <IconChevronLeft size={16} aria-hidden style={{ marginInlineStart: -4 }} />
    {children}
  </Anchor>
)

// Links that look like text and like buttons, with addresses that the router checks.
export const AnchorLink: LinkComponent<typeof PlainAnchor> = createLink(PlainAnchor)
export const ButtonLink: LinkComponent<typeof PlainButton> = createLink(PlainButton)
/** The link back to the list, above the title. */
export const UpLink: LinkComponent<typeof PlainUp> = createLink(PlainUp)
