import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> }

const PlainAnchor = (props: AnchorProps & Native) => <Anchor {...props} />
const PlainButton = (props: ButtonProps & Native) => <Button component="a" {...props} />

// Links that look like text and like buttons, with addresses that the router checks.
export const AnchorLink: LinkComponent<typeof PlainAnchor> = createLink(PlainAnchor)
export const ButtonLink: LinkComponent<typeof PlainButton> = createLink(PlainButton)
