/** Whether this is the page of one review. */
export function isRoom(pathname: string): boolean {
  return /^\/reviews\/[^/]+/.test(pathname)
}

/** The review that the page is about. */
export function reviewIdOf(pathname: string): string | undefined {
  return /^\/reviews\/(?:device\/)?([^/]+)/.exec(pathname)?.[1]
}
