import type { Workspace } from '@wingmark/contract/workspaces'
import { useState } from 'react'
import type { ComposerPlace } from '#web/features/comments/composer/composer-place'
import { findMentionable } from '#web/features/workspaces/activities/timeline-queries'

/** Shared by timeline composers: no files, and the workspace's people to mention. */
export function useTimelinePlace({ _id, members }: Workspace): ComposerPlace {
  const [chosenFiles] = useState(() => new Map<string, File>())
  return {
    upload: null,
    chosenFiles,
    people: {
      key: ['workspace-people', _id, members.map((member) => member._id).join()],
      find: (word, signal) => findMentionable(_id, word, signal),
    },
  }
}
