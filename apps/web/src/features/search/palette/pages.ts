import { paths } from '#web/lib/paths'

/** Pages by the words that find them. */
export const pages: readonly { name: string; path: string; onlyPilots?: true }[] = [
  { name: 'Dashboard', path: paths.dashboard },
  { name: 'Reviews', path: paths.reviews },
  { name: 'Recently deleted reviews', path: paths.deletedReviews },
  { name: 'Workspaces', path: paths.workspaces },
  { name: 'Your tasks', path: paths.tasks },
  { name: 'Transfers', path: paths.transfers },
  { name: 'Recently deleted transfers', path: paths.deletedTransfers },
  { name: 'Connections', path: paths.connections, onlyPilots: true },
  { name: 'Messages', path: paths.messages },
  { name: 'Notifications', path: paths.notifications },
  { name: 'Your Profile and settings', path: paths.settings },
  { name: 'Plans', path: paths.pricing },
  { name: 'Storage', path: paths.upgradeStorage },
  { name: 'Help Center', path: paths.help },
]
