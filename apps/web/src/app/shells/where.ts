import { paths } from '#web/lib/paths'

export type Area = 'dashboard' | 'reviews' | 'transfers' | 'workspaces' | 'connections'

const areas: readonly [RegExp, Area][] = [
  [/^\/dashboard/, 'dashboard'],
  [/^\/reviews/, 'reviews'],
  [/^\/transfers/, 'transfers'],
  [/^\/(workspaces?|tasks)(\/|$)/, 'workspaces'],
  [/^\/connections/, 'connections'],
]

/** The working area that the page belongs to; null for messages, settings and the like. */
export function areaOf(pathname: string): Area | null {
  return areas.find(([pattern]) => pattern.test(pathname))?.[1] ?? null
}

/** Whether this is the page of one review. */
export function isRoom(pathname: string): boolean {
  return /^\/reviews\/[^/]+/.test(pathname)
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

const withoutBottomNav = new Set<string>([paths.upgradeStorage, paths.settings, paths.pricing])

/** Whether phones show the bottom navigation: not where specified otherwise, nor above another bar. */
export function hasBottomNav(pathname: string): boolean {
  return !(withoutBottomNav.has(pathname) || isRoom(pathname) || isDelivery(pathname))
}
