/** The browser downloads what is there beside the page, which stays as it is where that is cut off or refused. */
export function downloadFrom(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
