/** Downloads a text as a file; drops characters that file names must not have. */
export function downloadText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
