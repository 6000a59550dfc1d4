/** Copies a selection, where the browser offers no clipboard: it does so on secure pages only. */
const copySelection = (text: string): boolean => {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // A dialog keeps the focus within itself.
  const place = focused?.closest('[role=dialog]') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/** Whether the text is in the clipboard now. */
export const copyText = async (text: string): Promise<boolean> => {
  if (!navigator.clipboard) return copySelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelection(text),
  )
}
