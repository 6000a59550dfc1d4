const follow = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export const download = (name: string, type: string, content: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type }))
  follow(url, name)
  URL.revokeObjectURL(url)
}

/** A file that the server sends, under the name that it gives it. */
export const downloadFrom = (url: string): void => follow(url, '')
