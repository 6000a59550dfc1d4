import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'

/** Where a figure leads: the list of exactly what it counts. */
export type FigureTarget = { to: '/calls' | '/payments' | '/chats'; search: object }

type FigureLinkProps = {
  target: FigureTarget | undefined
  className?: string | undefined
  style?: CSSProperties
  title?: string
  /** In a chart, whose table has the same links for the keyboard. */
  decorative?: boolean
  children?: ReactNode
}

export const FigureLink = ({ target, decorative, children, ...props }: FigureLinkProps) =>
  target === undefined ? (
    <span {...props}>{children}</span>
  ) : (
    <Link to={target.to} search={target.search as never} {...props} {...(decorative && { tabIndex: -1 })}>
      {children}
    </Link>
  )
