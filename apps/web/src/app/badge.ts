import { useEffect } from 'react'

const MOST = 9

const iconWith = (count: number): string => {
  const badge =
    count > 0
      ? `<circle cx='11' cy='5' r='5' fill='#d92d20'/><text x='11' y='7.6' font-family='system-ui,sans-serif' font-size='7.5' font-weight='700' text-anchor='middle' fill='white'>${count > MOST ? `${MOST}+` : count}</text>`
      : ''
  const icon = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='4' fill='#187a6b'/><circle cx='5' cy='8' r='2' fill='white'/><circle cx='11' cy='8' r='2' fill='white'/>${badge}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(icon)}`
}

/** The number of unread notifications on the icon of the tab, and of the installed app. */
export const useBadge = (unread: number): void => {
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', iconWith(unread))
    // Only an installed app has a badge; browsers that cannot show one reject it.
    void navigator.setAppBadge?.(unread).catch(() => undefined)
  }, [unread])
}
