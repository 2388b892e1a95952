import { createOpenDownloads } from '#server/http/open-downloads'
import { createRecentlyNoted } from '#server/modules/activity/recently-noted'
import { createFoundLists } from '#server/modules/connections/discovery/found-lists'
import { createFilesMemory } from '#server/modules/files/memory'
import { createGarbage } from '#server/platform/collect-garbage'

/** What a process holds in memory and can lose at any moment; nothing here is shared with another process. */
export const createMemory = () => ({
  activity: createRecentlyNoted(),
  foundPeople: createFoundLists(),
  files: createFilesMemory(),
  openDownloads: createOpenDownloads(),
  garbage: createGarbage(),
})

export type Memory = ReturnType<typeof createMemory>
