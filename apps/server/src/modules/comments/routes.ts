import type { Deps } from '#server/deps'
import type { Mount } from '#server/http/mount'

export function mountComments(_mount: Mount, _deps: Deps): void {}
