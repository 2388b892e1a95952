/** Whether this is the page of one review. */
export function isRoom(pathname: string): boolean {
  return /^\/reviews\/[^/]+/.test(pathname)
}

/** Whether the page has its own main button, so that the header's is quiet. */
export function hasMainButton(pathname: string): boolean {
  return (
    isRoom(pathname) ||
    isDelivery(pathname) ||
    /^\/(workspaces|pricing|settings|messages)(\/|$)/.test(pathname) ||
    /^\/(connections|transfers\/sent)\/[^/]+/.test(pathname)
  )
}

/** Whether this is the page of a delivery's link. */
export function isDelivery(pathname: string): boolean {
  return deliveryIdOf(pathname) !== undefined
}

/** The delivery whose link's page it is. */
export function deliveryIdOf(pathname: string): string | undefined {
  return /^\/transfers\/([0-9a-f-]{36})$/i.exec(pathname)?.[1]
}

/** The review that the page is about. */
export function reviewIdOf(pathname: string): string | undefined {
  return /^\/reviews\/(?:device\/)?([^/]+)/.exec(pathname)?.[1]
}
